"""Claims made of a document's own sentences: said otherwise, changed in one place, or taken out of the document.

Both the document and the claim are changed by the same means, so that the claim alone says nothing of its label."""

import random
import re

from make_values import MONTHS, LAST, FIRST, PLACES, nudge, plain, words_of

SUP, REF, NEI = "supported", "refuted", "not_enough_info"
END = re.compile(r"(?<=[.!?])[\"”’)]?\s+(?=[\"“(]?[A-Z0-9])|\n+")
NUMBER = re.compile(r"(?<![\w.,/-])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\w/-]|[.,]\d)")
NAME = re.compile(r"(?<![.!?:] )(?<!^)\b([A-Z][a-z]+(?: [A-Z][a-z]+)+|(?<=[a-z,] )[A-Z][a-z]{2,})\b")
ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|vs|etc|e\.g|i\.e|al|Fig|No|Inc|Ltd|U\.S|approx|Jr|Sr|Prof)\.$")

OPPOSITES = """increased/decreased increase/decrease increases/decreases increasing/decreasing higher/lower high/low more/less greater/smaller larger/smaller
largest/smallest highest/lowest most/least before/after first/last early/late earlier/later above/below inside/outside positive/negative
positively/negatively presence/absence present/absent with/without won/lost win/lose better/worse best/worst improved/worsened improves/worsens
success/failure always/never often/rarely allowed/forbidden accepted/rejected opened/closed open/closed started/ended begins/ends north/south east/west
northern/southern eastern/western older/younger oldest/youngest longer/shorter longest/shortest fast/slow faster/slower rich/poor male/female men/women
boys/girls father/mother son/daughter brother/sister husband/wife promotes/inhibits promoted/inhibited activation/inhibition activates/inhibits induced/suppressed
enhanced/reduced enhances/reduces strong/weak stronger/weaker many/few several/no both/neither included/excluded including/excluding approved/denied
public/private left/right up/down rise/fall rose/fell gained/lost bought/sold sold/bought majority/minority maximum/minimum common/rare necessary/unnecessary
possible/impossible likely/unlikely able/unable same/different agreed/refused supported/opposed supports/opposes support/oppose married/divorced born/killed
wet/dry hot/cold warm/cool summer/winter day/night morning/evening safe/dangerous effective/ineffective significant/insignificant significantly/slightly
upper/lower major/minor acute/chronic in/out young/old gain/loss profit/loss full/empty old/new entered/left arrived/left for/against wide/narrow
human/animal live/dead cheap/expensive easy/difficult successful/unsuccessful known/unknown used/unused related/unrelated former/current previous/next""".split()
OPPOSITE = {}
for pair in OPPOSITES:
    a, b = pair.split("/")
    OPPOSITE.setdefault(a, b)
    OPPOSITE.setdefault(b, a)
for word in ("in", "out", "for", "with", "left", "right", "old", "most", "first"):
    OPPOSITE.pop(word, None) if word in ("in", "out", "for") else None
SURE = {"may": "will", "might": "will", "could": "does", "can": "cannot", "suggest": "prove", "suggests": "proves", "suggested": "proved", "possibly": "certainly", "probably": "certainly",
        "must": "may", "should": "need not", "some": "all", "all": "none of the", "most": "all", "every": "no", "many": "all", "only": "not only", "sometimes": "always", "usually": "never", "partly": "entirely",
        "associated with": "the cause of", "planned": "completed", "expected": "known", "alleged": "proven", "reportedly": "certainly", "nearly": "more than", "about": "exactly", "at least": "at most", "up to": "at least", "more than": "less than", "less than": "more than", "over": "under", "at most": "at least"}
SYNONYMS = """began/started large/big purchased/bought obtained/got required/needed assist/help children/kids approximately/about however/but
demonstrated/showed demonstrate/show shows/demonstrates show/demonstrate found/discovered located/situated film/movie movie/film car/automobile physicians/doctors
doctor/physician near/close to||numerous/many several/a number of||use/employ used/employed uses/employs utilized/used commenced/began ended/finished
reduced/lowered decreased/went down||increased/went up||increase/rise decrease/drop received/got created/made made/produced constructed/built built/constructed
founded/established established/founded released/published died/passed away||famous/well-known important/significant main/principal primarily/mainly mainly/mostly
also/as well||including/among them||because/since although/even though||while/whereas therefore/thus thus/therefore according to/as stated by||people/persons
company/firm firm/company staff/employees employees/staff city/town job/position allow/permit allows/permits allowed/permitted must/has to||often/frequently frequently/often
whole/entire entire/whole about/around about/roughly around/about currently/at present||previously/before annually/every year||yearly/every year||percent/per cent per cent/percent||
study/investigation patients/people with the condition||said/stated stated/said told/informed wants/would like||prior to/before||in order to/to||a lot of/many||won/came first in||
roughly/about begins/starts starts/begins ends/finishes fee/charge cost/price costs/is priced at||buy/purchase sell/offer||send/dispatch attempt/try tried/attempted
enough/sufficient sufficient/enough happy/glad quick/fast rapidly/quickly quickly/rapidly similar/comparable different/distinct whole/complete gives/provides gave/provided provides/gives
method/approach approach/method results/findings findings/results novel/new impact/effect effect/impact risk/danger disease/illness treatment/therapy therapy/treatment child/kid""".replace("||", " ")
SYNONYM = {}
for a, b in re.findall(r"([a-z][a-z ]*?)/([a-z][a-z -]*?)(?= [a-z][a-z ]*?/|$|\s*\n)", SYNONYMS):
    a = a.split(" ")[-1] if a not in ("close to", "according to", "prior to", "in order to", "a lot of", "per cent") else a
    if a.strip() not in ("to", "of", "as", "cent", "by", "in"):
        SYNONYM.setdefault(a.strip(), []).append(b.strip())
AUXILIARY = re.compile(r"\b(is|are|was|were|can|could|will|would|has been|have been|had been|should|must|may|does|did|do)\b(?! not)")
NEGATED = re.compile(r"\b(is|are|was|were|can|could|will|would|should|must|may|does|did|do|has|have|had) not\b|\b(can)not\b")


def split_sentences(text: str) -> list[str]:
    out = []
    for piece in END.split(text):
        piece = piece.strip()
        if not piece:
            continue
        if out and ABBREVIATION.search(out[-1]):
            out[-1] += " " + piece
        else:
            out.append(piece)
    return out


def swap(match, new: str, text: str) -> str:
    old = match.group(0)
    if old[:1].isupper() and new[:1].islower():
        new = new[:1].upper() + new[1:]
    return text[: match.start()] + new + text[match.end() :]


def change_number(s, others, r):
    found = list(NUMBER.finditer(s))
    if not found:
        return None
    m = r.choice(found)
    old = m.group(0)
    x = float(old.replace(",", ""))
    pool = [n.group(0) for n in NUMBER.finditer(others) if n.group(0) != old and float(n.group(0).replace(",", "")) != x and (len(n.group(0)) == 4) == (len(old) == 4)]
    if pool and r.random() < 0.4:
        return swap(m, r.choice(pool), s)
    if len(old) == 4 and 1500 < x < 2100:
        y = x + r.choice([-20, -10, -5, -3, -2, -1, 1, 2, 3, 5, 10, 20])
        return swap(m, str(int(y)), s)
    y = nudge(x, r) if x > 0 else 3.0
    text = f"{int(y):,}" if "," in old and y == int(y) else plain(y)
    if "." in old and "." not in text:
        text += ".5"
    return swap(m, text, s) if text != old else None


def change_name(s, others, r):
    found = list(NAME.finditer(s))
    if not found:
        return None
    m = r.choice(found)
    if m.group(0) in MONTHS:
        return swap(m, r.choice([x for x in MONTHS if x != m.group(0)]), s)
    words = m.group(0).count(" ")
    pool = [n.group(0) for n in NAME.finditer(others) if n.group(0).count(" ") == words and n.group(0) not in m.group(0) and m.group(0) not in n.group(0)]
    new = r.choice(pool) if pool and r.random() < 0.75 else f"{r.choice(FIRST)} {r.choice(LAST)}" if words else r.choice(PLACES)
    return swap(m, new, s) if new != m.group(0) else None


def change_order(s, others, r):
    """Two names of a sentence change places."""
    found = list({m.group(0) for m in NAME.finditer(s)})
    if len(found) < 2:
        return None
    a, b = r.sample(sorted(found), 2)
    if a in b or b in a or re.search(re.escape(a) + r",? (?:and|or) " + re.escape(b), s) or re.search(re.escape(b) + r",? (?:and|or) " + re.escape(a), s) or " with " in s:
        return None
    return s.replace(a, "\0").replace(b, a).replace("\0", b)


def change_polarity(s, others, r):
    m = NEGATED.search(s)
    if m:
        return s[: m.start()] + (m.group(1) or m.group(2)) + s[m.end() :]
    m = AUXILIARY.search(s)
    if not m:
        return None
    verb = m.group(1)
    if verb in ("does", "did", "do"):
        return None
    parts = verb.split(" ")
    new = f"{parts[0]} not {' '.join(parts[1:])}".strip() if verb != "can" else "cannot"
    return s[: m.start()] + new + s[m.end() :]


def change_word(s, others, r):
    found = [m for m in re.finditer(r"\b[A-Za-z]+\b", s) if m.group(0).lower() in OPPOSITE]
    if not found:
        return None
    m = r.choice(found)
    return swap(m, OPPOSITE[m.group(0).lower()], s)


def change_certainty(s, others, r):
    found = [(m, new) for old, new in SURE.items() for m in re.finditer(rf"\b{old}\b", s)]
    if not found:
        return None
    m, new = r.choice(found)
    return swap(m, new, s)


CHANGES = [(change_number, 4), (change_name, 2.5), (change_order, 0.8), (change_polarity, 1.2), (change_word, 2), (change_certainty, 0.8)]


def change(s: str, others: str, r) -> tuple[str, str] | None:
    """One change of what a sentence says. @returns the sentence and the change's name."""
    ways = list(CHANGES)
    for _ in range(6):
        f = r.choices([w[0] for w in ways], [w[1] for w in ways])[0]
        new = f(s, others, r)
        if new and new != s:
            return new, f.__name__.removeprefix("change_")
    return None


def reword(s: str, r) -> str:
    """The same in other words: synonyms, another look of numbers and dates, a clause moved or left out."""
    if r.random() < 0.4:
        s = re.sub(r"\s*\([^()]{2,80}\)", "", s)
    m = re.match(r"((?:In|On|At|During|After|Before|Since|By|For|With) [^,]{3,40}), ([^,]+(?:,.*)?)\.$", s)
    if m and r.random() < 0.5 and " and " not in m.group(2):
        rest = m.group(2)
        s = f"{rest[:1].upper()}{rest[1:]} {m.group(1)[:1].lower()}{m.group(1)[1:]}."
    m = re.match(r"(.{25,}?)(?:; |, (?:and|but|which|who|while|where|whereas|although) )(.{10,})$", s)
    if m and r.random() < 0.4 and not re.search(r"\b(?:if|unless|either|both|between|not only)\b", m.group(1), re.I):
        s = m.group(1).rstrip(",;") + "."
    for m in list(re.finditer(r"\b[a-z]+\b", s))[::-1]:
        if m.group(0) in SYNONYM and r.random() < 0.45:
            s = s[: m.start()] + r.choice(SYNONYM[m.group(0)]) + s[m.end() :]

    def other_number(m):
        if r.random() > 0.35:
            return m.group(0)
        text = m.group(0)
        if "," in text:
            return text.replace(",", "")
        if m.group(2):
            return text if len(m.group(2)) > 2 else text + "0"
        n = int(m.group(1))
        if n < 13:
            return words_of(n)
        return f"{n:,}" if n > 2100 or (999 < n < 1500) else text

    s = NUMBER.sub(other_number, s)
    s = re.sub(r"(\d) ?%", lambda m: m.group(1) + r.choice(["%", " percent", " per cent"]) if r.random() < 0.5 else m.group(0), s)

    def other_date(m):
        if r.random() > 0.5:
            return m.group(0)
        return f"{m.group(2)} {m.group(1)}, {m.group(3)}" if m.group(3) else m.group(0)

    s = re.sub(rf"\b(\d{{1,2}}) ({'|'.join(MONTHS)}),? (\d{{4}})", other_date, s)
    s = re.sub(rf"\b({'|'.join(MONTHS)}) (\d{{1,2}}), (\d{{4}})", lambda m: f"{m.group(2)} {m.group(1)} {m.group(3)}" if r.random() < 0.4 else m.group(0), s)
    if r.random() < 0.2:
        for a, b in (("did not", "didn't"), ("does not", "doesn't"), ("is not", "isn't"), ("was not", "wasn't"), ("cannot", "can't"), ("will not", "won't"), ("do not", "don't"), ("are not", "aren't")):
            s = s.replace(a, b)
    return s


def edit_document(sentences: list[str], r, title: str = "") -> list[dict]:
    """@returns some pairs of one sentence of a document with the sentences around it."""
    able = [i for i, s in enumerate(sentences) if 5 <= len(s.split()) <= 45]
    if len(sentences) < 2 or not able:
        return []
    i = r.choice(able)
    s = sentences[i]
    before, after = r.randint(0, 3), r.randint(0, 3)
    others = " ".join(sentences[max(0, i - 6) : i] + sentences[i + 1 : i + 7])
    changed = change(s, others, r)
    if not changed:
        return []
    new, how = changed
    left, right = sentences[max(0, i - before) : i], sentences[i + 1 : i + 1 + after]
    head = [title + "."] if title and r.random() < 0.3 else []
    whole = " ".join(head + left + [s] + right)
    bent = " ".join(head + left + [new] + right)
    kind = "edit:" + how
    row = lambda c, p, label: dict(claim=c, passage=p, label=label, kind=kind)  # noqa: E731
    near = sentences[max(0, i - 3) : i] + sentences[i + 1 : i + 4]
    out = [row(reword(s, r), whole, SUP), row(reword(new, r), whole, REF)]
    out.append(row(reword(new, r), bent, SUP) if r.random() < 0.5 else row(reword(s, r), bent, REF))
    if len(near) > 1:
        out.append(row(reword(r.choice([s, new]), r), " ".join(head + near), NEI))
    return out
