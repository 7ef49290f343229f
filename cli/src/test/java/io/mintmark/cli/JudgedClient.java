package io.mintmark.cli;

import io.mintmark.testkit.history.Call;
import io.mintmark.testkit.history.ProcessRecorder;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client that does a bit of everything, and records what it asked and what it was told. */
final class JudgedClient {
    static final String DATABASE = "judged";

    private static final int DOCUMENTS = 8;
    private static final int PAGE = 3;
    private static final Pattern LOW = Pattern.compile("\"Low\":(\\d+)");
    private static final Pattern HIGH = Pattern.compile("\"High\":(\\d+)");
    private static final Pattern IDENTITY = Pattern.compile("\"NewIdentityValue\":(\\d+)");
    private static final Pattern WRITTEN = Pattern.compile("\"ChangeVector\":\"([^\"]+)\"");
    private static final Pattern READ = Pattern.compile("\"@change-vector\":\"([^\"]+)\"");
    private static final Pattern ID = Pattern.compile("\"@id\":\"([^\"]+)\"");

    private final ProcessRecorder process;
    private final String name;
    private final SplittableRandom random;
    private final boolean hasDocuments;
    private final AtomicLong answers = new AtomicLong();
    private final List<String> requests = new ArrayList<>();
    private URI server = URI.create("http://127.0.0.1/");

    JudgedClient(ProcessRecorder process, String name, SplittableRandom random, boolean hasDocuments) {
        this.process = process;
        this.name = name;
        this.random = random;
        this.hasDocuments = hasDocuments;
    }

    long answers() {
        return answers.get();
    }

    /** Works until a connection breaks: what became of that call is unknown. */
    Void workUntilGone(URI url) throws InterruptedException {
        server = url;
        try {
            while (true) {
                step();
                answers.incrementAndGet();
            }
        } catch (IOException e) {
            return null;
        }
    }

    private void step() throws IOException, InterruptedException {
        switch (random.nextInt(hasDocuments ? 8 : 2)) {
            case 0 -> range();
            case 1 -> identity();
            case 2 -> repeated();
            case 3 -> read("d/" + random.nextInt(DOCUMENTS));
            case 4, 5 -> change("d/" + random.nextInt(DOCUMENTS));
            case 6 -> write("d/" + random.nextInt(DOCUMENTS));
            default -> walk();
        }
    }

    void readEverything(URI url) throws IOException, InterruptedException {
        server = url;
        for (int i = 0; i < DOCUMENTS; i++) {
            read("d/" + i);
        }
        walk();
    }

    private void range() throws IOException, InterruptedException {
        HttpResponse<String> reply;
        try (Call call = process.reserve("orders")) {
            reply = send("GET", "/hilo/next?tag=orders", "");
            call.ok(number(LOW, reply), number(HIGH, reply));
        }
        long low = number(LOW, reply);
        long high = number(HIGH, reply);
        long last = low + random.nextLong(high - low + 1);
        for (long number = low; number <= last; number++) {
            process.issued("orders", number);
        }
        if (last < high && random.nextBoolean()) {
            giveBack(last, high, reply.headers().firstValue("Mintmark-Lease").orElse(""));
        }
    }

    private void giveBack(long last, long high, String lease) throws IOException, InterruptedException {
        String target = "/hilo/return?tag=orders&end=" + high + "&last=" + last + "&lease="
                + URLEncoder.encode(lease, StandardCharsets.UTF_8);
        try (Call call = process.giveBack("orders", last, high)) {
            HttpResponse<String> reply = send("PUT", target, "");
            if (reply.headers().firstValue("Mintmark-Return").orElse("").equals("accepted")) {
                call.ok();
            } else {
                call.failed();
            }
        }
    }

    private void identity() throws IOException, InterruptedException {
        try (Call call = process.identity("bills")) {
            call.ok(number(IDENTITY, send("POST", "/identity/next?name=bills", "")));
        }
    }

    /** Asks under a new request id or, even after a crash, an old one. */
    private void repeated() throws IOException, InterruptedException {
        if (requests.isEmpty() || random.nextBoolean()) {
            requests.add(name + "-" + requests.size());
        }
        String request = requests.get(random.nextInt(requests.size()));
        try (Call call = process.identity("bills", request)) {
            call.ok(number(IDENTITY, send("POST", "/identity/next?name=bills&raft-request-id=" + request, "")));
        }
    }

    /** Returns the document's version, empty if it is absent. */
    private String read(String id) throws IOException, InterruptedException {
        try (Call call = process.read(id)) {
            HttpResponse<String> reply = send("GET", "/docs?id=" + id, "");
            if (reply.statusCode() == 404) {
                call.ok();
                return "";
            }
            String version = text(READ, reply);
            call.ok(version);
            return version;
        }
    }

    /** Writes or deletes the version that it has read; an absent document is created. */
    private void change(String id) throws IOException, InterruptedException {
        String version = read(id);
        boolean deletes = !version.isEmpty() && random.nextInt(4) == 0;
        try (Call call = deletes ? process.delete(id, version) : process.write(id, version)) {
            String body = deletes ? "" : "{\"By\":\"" + name + "\"}";
            HttpResponse<String> reply =
                    send(deletes ? "DELETE" : "PUT", "/docs?id=" + id, body, "If-Match", "\"" + version + "\"");
            if (reply.statusCode() == 409) {
                call.failed();
            } else if (deletes) {
                call.ok();
            } else {
                call.ok(text(WRITTEN, reply));
            }
        }
    }

    private void write(String id) throws IOException, InterruptedException {
        try (Call call = process.write(id)) {
            call.ok(text(WRITTEN, send("PUT", "/docs?id=" + id, "{\"By\":\"" + name + "\"}")));
        }
    }

    /** Reads a list page by page, each from where the last one ended. */
    private void walk() throws IOException, InterruptedException {
        List<String> ids = new ArrayList<>();
        try (Call call = process.walk("d/")) {
            String after = "";
            do {
                String target =
                        "/docs?startsWith=d/&pageSize=" + PAGE + (after.isEmpty() ? "" : "&startAfter=" + after);
                List<String> page = all(send("GET", target, ""));
                ids.addAll(page);
                after = page.size() < PAGE ? "" : page.get(PAGE - 1);
            } while (!after.isEmpty());
            call.ok(ids);
        }
    }

    private HttpResponse<String> send(String method, String target, String body, String... headers)
            throws IOException, InterruptedException {
        return Http.send(server, method, "/databases/" + DATABASE + target, body, headers);
    }

    private static List<String> all(HttpResponse<String> reply) {
        return ID.matcher(reply.body()).results().map(found -> found.group(1)).toList();
    }

    private static long number(Pattern pattern, HttpResponse<String> reply) {
        return Long.parseLong(text(pattern, reply));
    }

    private static String text(Pattern pattern, HttpResponse<String> reply) {
        Matcher matcher = pattern.matcher(reply.body());
        if (!matcher.find()) {
            throw new AssertionError(pattern + " must be in the reply: " + reply + " " + reply.body());
        }
        return matcher.group(1);
    }
}
