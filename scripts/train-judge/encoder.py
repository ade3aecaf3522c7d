"""The judge's network: a BERT encoder over (claim, passage) with three classes read off its first token."""

import math

import torch
import torch.nn.functional as F
from torch import nn

LABELS = ["supported", "refuted", "not_enough_info"]
HEADS = 12


class Layer(nn.Module):
    def __init__(self, width: int, inner: int):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm1 = nn.LayerNorm(width, eps=1e-12)
        self.up = nn.Linear(width, inner)
        self.down = nn.Linear(inner, width)
        self.norm2 = nn.LayerNorm(width, eps=1e-12)

    def forward(self, x, mask, drop, is_last=False):
        batch, length, width = x.shape
        if is_last and torch.onnx.is_in_onnx_export():
            return self._first(x, mask)
        q, k, v = (
            part.view(batch, length, HEADS, width // HEADS).transpose(1, 2)
            for part in self.qkv(x).split(width, dim=-1)
        )
        if torch.onnx.is_in_onnx_export():
            scores = q @ k.transpose(2, 3) / math.sqrt(width // HEADS) + mask
            mixed = torch.softmax(scores, -1) @ v
        else:
            mixed = F.scaled_dot_product_attention(
                q, k, v, attn_mask=mask, dropout_p=drop if self.training else 0.0
            )
        mixed = mixed.transpose(1, 2).reshape(batch, length, width)
        x = self.norm1(x + F.dropout(self.out(mixed), drop, self.training))
        inner = F.gelu(self.up(x))
        return self.norm2(x + F.dropout(self.down(inner), drop, self.training))

    def _first(self, x, mask):
        """The last layer, for the first token alone: nobody reads the others."""
        batch, length, width = x.shape
        head = x[:, :1]
        weight, bias = self.qkv.weight, self.qkv.bias
        q = F.linear(head, weight[:width], bias[:width]).view(batch, 1, HEADS, -1).transpose(1, 2)
        k, v = (p.view(batch, length, HEADS, -1).transpose(1, 2) for p in F.linear(x, weight[width:], bias[width:]).split(width, dim=-1))
        scores = q @ k.transpose(2, 3) / math.sqrt(width // HEADS) + mask
        mixed = (torch.softmax(scores, -1) @ v).transpose(1, 2).reshape(batch, 1, width)
        head = self.norm1(head + self.out(mixed))
        return self.norm2(head + self.down(F.gelu(self.up(head))))


class Encoder(nn.Module):
    """@param layers how many of the encoder's layers; `drop` is the dropout's share in training."""

    def __init__(self, layers: int = 12, width: int = 384, inner: int = 1536, words: int = 30522, drop: float = 0.1):
        super().__init__()
        self.word = nn.Embedding(words, width)
        self.place = nn.Embedding(512, width)
        self.side = nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(width, inner) for _ in range(layers))
        self.head = nn.Linear(width, len(LABELS))
        self.drop = drop
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)

    def forward(self, input_ids, attention_mask, token_type_ids):
        place = torch.arange(input_ids.shape[1], device=input_ids.device)
        x = self.norm(self.word(input_ids) + self.place(place) + self.side(token_type_ids))
        x = F.dropout(x, self.drop, self.training)
        # The lowest finite half-precision number would overflow when a score is added to it.
        mask = (1.0 - attention_mask[:, None, None, :].to(x.dtype)) * -10000.0
        for number, layer in enumerate(self.layers):
            x = layer(x, mask, self.drop, number == len(self.layers) - 1)
        return self.head(F.dropout(x[:, 0], self.drop, self.training))


def keep_layers(model: Encoder, kept: list[int]) -> Encoder:
    """A shallower copy with the layers of these numbers."""
    small = Encoder(len(kept), drop=model.drop)
    state = {k: v for k, v in model.state_dict().items() if not k.startswith("layers.")}
    for to, number in enumerate(kept):
        for key, value in model.layers[number].state_dict().items():
            state[f"layers.{to}.{key}"] = value
    small.load_state_dict(state)
    return small
