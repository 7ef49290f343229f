package io.mintmark.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** What servers share that break a promise on purpose: each answers from memory, and writes its file too late. */
final class LateServer {
    private LateServer() {}

    /** Writes a whole state. */
    @FunctionalInterface
    interface Saving {
        void to(Path file) throws IOException;
    }

    /** Serves until the process is killed, says where, and replaces {@code file} by the present state at intervals. */
    static void serve(HttpHandler answers, Path file, Duration every, Saving saving) throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", answers);
        http.setExecutor(Executors.newCachedThreadPool());
        http.start();
        System.out.println(
                "Server available on: http://127.0.0.1:" + http.getAddress().getPort());
        var ignored = Executors.newSingleThreadScheduledExecutor()
                .scheduleWithFixedDelay(
                        () -> replace(file, saving), every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void replace(Path file, Saving saving) {
        try {
            Path whole = file.resolveSibling(file.getFileName() + ".new");
            saving.to(whole);
            Path ignored = Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
