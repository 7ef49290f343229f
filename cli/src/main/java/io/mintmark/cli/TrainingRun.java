package io.mintmark.cli;

import io.mintmark.cli.command.NativeLibraries;
import io.mintmark.server.MintmarkServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Goes once through what a server does when it starts and gets its first requests, then ends: the launcher records
 * which classes that loads, so that a real start finds them prepared. Not for people.
 *
 * <p>It talks to itself through a socket, because the JDK's own HTTP client would fill the record with classes that no
 * server needs.
 */
final class TrainingRun {
    private static final List<String> REQUESTS = List.of(
            "PUT /admin/databases?name=training {\"DatabaseName\":\"training\"}",
            "GET /databases/training/hilo/next?tag=orders ",
            "PUT /databases/training/hilo/return?tag=orders&end=32&last=1 ",
            "PUT /databases/training/docs?id=users/ {\"name\":\"Ada\"}",
            "POST /databases/training/bulk_docs {\"Commands\":[{\"Type\":\"PUT\",\"Id\":\"a/1\",\"Document\":{}}]}",
            "POST /databases/training/identity/next?name=users ",
            "GET /databases/training/docs?id=Raven/Hilo/orders ",
            "GET /databases/training/docs?startsWith=users ",
            "GET /databases/training/stats ");

    private TrainingRun() {}

    /**
     * Rehearses; the process ends with 0 if that went well. The argument is a folder to work in and to leave the native
     * libraries in, so that a start need not unpack them.
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Path data = folder.resolve("data");
        System.setProperty("org.sqlite.tmpdir", folder.toString());
        try {
            perform(data);
            NativeLibraries.keepSqlite(folder);
            NativeLibraries.keepZstd(System.getProperty("java.class.path"), folder);
        } finally {
            erase(data);
        }
    }

    static void perform(Path directory) throws IOException {
        String[] args = {"serve", "--port", "0", "--data", directory.toString()};
        CommandLine serve = Mintmark.commandLine(Map.of(), args)
                .parseArgs(args)
                .subcommand()
                .commandSpec()
                .commandLine();
        try (MintmarkServer server = serve.<ServeCommand>getCommand().open()) {
            for (String request : REQUESTS) {
                String status = ask(server.url(), request);
                if (!status.startsWith("HTTP/1.1 2")) {
                    throw new IllegalStateException(request + " was answered " + status);
                }
            }
        }
    }

    private static String ask(URI server, String request) throws IOException {
        int body = request.indexOf(' ', request.indexOf(' ') + 1);
        byte[] content = request.substring(body + 1).getBytes(StandardCharsets.UTF_8);
        String head = request.substring(0, body) + " HTTP/1.1\r\nHost: " + server.getAuthority()
                + "\r\nConnection: close\r\nContent-Length: " + content.length + "\r\n\r\n";
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.write(content);
            String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return reply.lines().findFirst().orElse("");
        }
    }

    private static void erase(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
