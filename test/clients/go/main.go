// go-openai, as it comes, against a running gateway: `go run . URL`. Each check prints a line.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

const question = "Please use get_weather and get_time for Paris."

var results = map[string]string{"get_weather": "14 degrees, rain", "get_time": "10:30"}
var models = []string{"gpt-6-luna", "claude-haiku-5-5", "gemini-3.8-flash", "grok-4.3", "zai-org/GLM-5.3-Flash"}

func client(key string) *openai.Client {
	config := openai.DefaultConfig(key)
	config.BaseURL = os.Args[1] + "/v1"
	return openai.NewClientWithConfig(config)
}

func expect(ok bool, format string, values ...any) {
	if !ok {
		fmt.Fprintf(os.Stderr, format+"\n", values...)
		os.Exit(1)
	}
}

func request(model string, messages []openai.ChatCompletionMessage) openai.ChatCompletionRequest {
	parameters := json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`)
	tools := []openai.Tool{}
	for _, name := range []string{"get_weather", "get_time"} {
		tools = append(tools, openai.Tool{
			Type:     openai.ToolTypeFunction,
			Function: &openai.FunctionDefinition{Name: name, Parameters: parameters},
		})
	}
	ask := openai.ChatCompletionRequest{Model: model, Messages: messages, Tools: tools}
	// The package itself refuses tools with OpenAI's reasoning models, unless they do not reason.
	if strings.HasPrefix(model, "gpt-") {
		ask.ReasoningEffort = "none"
	}
	return ask
}

// answer asks once, whole or streamed.
func answer(ask openai.ChatCompletionRequest, streamed bool) openai.ChatCompletionMessage {
	if !streamed {
		response, err := client("sandbox").CreateChatCompletion(context.Background(), ask)
		expect(err == nil, "%v", err)
		return response.Choices[0].Message
	}
	stream, err := client("sandbox").CreateChatCompletionStream(context.Background(), ask)
	expect(err == nil, "%v", err)
	defer stream.Close()
	message := openai.ChatCompletionMessage{Role: "assistant"}
	for {
		chunk, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return message
		}
		expect(err == nil, "%v", err)
		for _, choice := range chunk.Choices {
			message.Content += choice.Delta.Content
			for _, call := range choice.Delta.ToolCalls {
				if *call.Index == len(message.ToolCalls) {
					message.ToolCalls = append(message.ToolCalls, call)
				} else {
					message.ToolCalls[*call.Index].Function.Arguments += call.Function.Arguments
				}
			}
		}
	}
}

func loop(model string, streamed bool) {
	messages := []openai.ChatCompletionMessage{{Role: "user", Content: question}}
	first := answer(request(model, messages), streamed)
	expect(len(first.ToolCalls) == 2, "%d calls", len(first.ToolCalls))
	messages = append(messages, first)
	for _, call := range first.ToolCalls {
		var arguments struct{ City string }
		err := json.Unmarshal([]byte(call.Function.Arguments), &arguments)
		expect(err == nil && arguments.City != "", "arguments %q", call.Function.Arguments)
		messages = append(messages, openai.ChatCompletionMessage{
			Role: "tool", ToolCallID: call.ID, Content: results[call.Function.Name],
		})
	}
	last := answer(request(model, messages), streamed)
	for _, result := range results {
		expect(strings.Contains(last.Content, result), "answer %q", last.Content)
	}
}

// cut reads a stream that breaks off: it must end in an error, not as if it were whole.
func cut(key string) {
	ask := openai.ChatCompletionRequest{
		Model:    "gpt-6-luna",
		Messages: []openai.ChatCompletionMessage{{Role: "user", Content: "The Eiffel Tower was completed in 1889."}},
	}
	stream, err := client(key).CreateChatCompletionStream(context.Background(), ask)
	expect(err == nil, "%v", err)
	defer stream.Close()
	text := ""
	for {
		chunk, err := stream.Recv()
		if err != nil {
			expect(!errors.Is(err, io.EOF), "the cut stream reads as complete")
			expect(text != "" && err.Error() != "", "nothing came before it")
			return
		}
		for _, choice := range chunk.Choices {
			text += choice.Delta.Content
		}
	}
}

func main() {
	for _, model := range models {
		loop(model, false)
		loop(model, true)
		fmt.Println("loop", model)
	}
	for _, key := range []string{"sandbox-cut", "sandbox-error"} {
		cut(key)
		fmt.Println("cut", key)
	}
}
