module claimgate-clients

go 1.18

require github.com/sashabaranov/go-openai v1.43.0
