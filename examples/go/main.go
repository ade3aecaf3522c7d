// A chat from Go's standard library, with each claim's verdict, correction and quotes.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
)

type answer struct {
	Choices   []struct{ Message struct{ Content string } }
	Error     struct{ Message string }
	FactCheck struct{ Claims []claim } `json:"fact_check_metadata"`
}

type claim struct {
	Text, Role, Verdict string
	Checked             *bool
	Correction          *struct{ Wrong, Right string }
	Evidence            []struct{ Title, URL, Quote string }
}

func main() {
	body := `{"model": "gpt-6-luna", "fact_check": {"mode": "verify"},
		"messages": [{"role": "user", "content": "Pure water boils at 90 degrees Celsius at sea level."}]}`
	url := cmp.Or(os.Getenv("CLAIMGATE_URL"), "http://127.0.0.1:8080") + "/v1/chat/completions"
	request, err := http.NewRequest("POST", url, bytes.NewBufferString(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+cmp.Or(os.Getenv("CLAIMGATE_API_KEY"), "sandbox"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	var got answer
	if err := json.NewDecoder(response.Body).Decode(&got); err != nil || len(got.Choices) == 0 {
		log.Fatal(response.Status, " ", got.Error.Message)
	}
	fmt.Println(got.Choices[0].Message.Content)
	for _, c := range got.FactCheck.Claims {
		if c.Checked != nil && !*c.Checked {
			c.Verdict = "not checked"
		}
		fmt.Printf("\n%s (%s): %s\n", c.Verdict, c.Role, c.Text)
		if c.Correction != nil {
			fmt.Printf("  correction: %s → %s\n", c.Correction.Wrong, c.Correction.Right)
		}
		for _, e := range c.Evidence {
			fmt.Printf("  “%s”\n  %s %s\n", e.Quote, e.Title, e.URL)
		}
	}
}
