module example.org/claimgate-chat

go 1.22
