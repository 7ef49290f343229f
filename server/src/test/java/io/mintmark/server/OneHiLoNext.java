package io.mintmark.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.mintmark.support.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.file.Path;

/** A program for {@link RequestPath}: a server, and a client that asks it for ranges on one connection. */
final class OneHiLoNext {
    /** After so many the first samples of the numbers are taken, and everything is open. */
    private static final int WARM = 5;

    private OneHiLoNext() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        try (MintmarkServer server = MintmarkServer.start(
                        ServerSettings.builder(Path.of(args[0])).port(0).build());
                Socket socket = new Socket("127.0.0.1", server.url().getPort())) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            ask("PUT /admin/databases?name=shop", "{\"DatabaseName\":\"shop\"}", socket, in);
            for (int warm = 0; warm < WARM; warm++) {
                ask("GET /databases/shop/hilo/next?tag=orders", "", socket, in);
            }
            letTheLastOneEnd();
            theNextRequestIsWatched();
            ask("GET /databases/shop/hilo/next?tag=orders&lastBatchSize=32&lastMax=32", "", socket, in);
            letTheLastOneEnd();
            theRequestIsOver();
        }
    }

    /** A reply may be here before its sender has given everything back. */
    private static void letTheLastOneEnd() {
        Eventually.pass(500);
    }

    /** The watcher waits for a call of this. */
    static void theNextRequestIsWatched() {}

    /** And for a call of this. */
    static void theRequestIsOver() {}

    private static void ask(String line, String body, Socket socket, BufferedReader in) throws IOException {
        String length = body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n";
        socket.getOutputStream()
                .write((line + " HTTP/1.1\r\nHost: localhost\r\n" + length + "\r\n" + body).getBytes(US_ASCII));
        String status = in.readLine();
        if (status == null || !status.startsWith("HTTP/1.1 201")) {
            throw new IOException(line + " was answered " + status);
        }
        int bytes = 0;
        for (String field = in.readLine(); field != null && !field.isEmpty(); field = in.readLine()) {
            if (field.startsWith("Content-Length:")) {
                bytes = Integer.parseInt(
                        field.substring("Content-Length:".length()).strip());
            }
        }
        while (bytes > 0) {
            bytes -= (int) in.skip(bytes);
        }
    }
}
