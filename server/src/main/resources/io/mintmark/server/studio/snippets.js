// The programs of docs/ids-from-any-language.md, which a test holds them against.

export const SNIPPETS = {
  curl: `curl -sS -X POST http://127.0.0.1:8080/v1/shop/counters/orders/next`,
  Python: `import json, urllib.request

COUNTER = "http://127.0.0.1:8080/v1/shop/counters/orders/"

def call(method, path):
    with urllib.request.urlopen(urllib.request.Request(COUNTER + path, method=method)) as answer:
        return json.load(answer)

print(call("POST", "next")["id"])  # orders/1-A
mine = call("POST", "ranges?count=500")
print(mine["prefix"] + str(mine["first"]) + mine["suffix"])  # orders/2-A
call("DELETE", f"leases/{mine['lease']}?last={mine['first']}")  # 499 numbers go back
print(call("POST", "next")["id"])  # orders/3-A`,
  Node: `const url = "http://127.0.0.1:8080/v1/shop/counters/orders/next";
const answer = await fetch(url, { method: "POST" });
const drawn = await answer.json();
if (!answer.ok) throw new Error(drawn.detail);
console.log(drawn.id); // orders/1-A`,
  Go: `package main

import (
	"io"
	"net/http"
	"os"
)

func main() {
	answer, err := http.Post("http://127.0.0.1:8080/v1/shop/counters/orders/next", "", nil)
	if err != nil {
		panic(err)
	}
	io.Copy(os.Stdout, answer.Body) // {"id":"orders/1-A","number":1}
}`,
  "C#": `using System.Net.Http.Json;

using var http = new HttpClient();
using var answer = await http.PostAsync("http://127.0.0.1:8080/v1/shop/counters/orders/next", null);
answer.EnsureSuccessStatusCode();
Console.WriteLine((await answer.Content.ReadFromJsonAsync<Drawn>())!.Id); // orders/1-A

record Drawn(string Id, long Number);`,
  Java: `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

class Draw {
    public static void main(String... args) throws Exception {
        var next = URI.create("http://127.0.0.1:8080/v1/shop/counters/orders/next");
        var request = HttpRequest.newBuilder(next).header("Accept", "text/plain")
                .POST(HttpRequest.BodyPublishers.noBody()).build();
        var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.print(answer.body()); // orders/1-A
    }
}`,
};
