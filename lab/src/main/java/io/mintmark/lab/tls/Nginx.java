package io.mintmark.lab.tls;

import io.mintmark.lab.process.SelfSigned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** An nginx that answers every request with 200 over TLS, as a yardstick for handshakes. */
final class Nginx implements AutoCloseable {
    private static final int PATIENCE_TRIES = 100;

    private final Process process;
    private final InetSocketAddress address;
    private final String version;

    private Nginx(Process process, InetSocketAddress address, String version) {
        this.process = process;
        this.address = address;
        this.version = version;
    }

    /** Starts one in {@code directory} with that certificate; prints why not, if it is not there. */
    static Optional<Nginx> start(Path directory, SelfSigned certificate) throws IOException, InterruptedException {
        Optional<String> version = installed();
        if (version.isEmpty()) {
            System.err.println(
                    "[tls] nginx is skipped: there is no nginx on the path (Debian: apt-get install nginx-light)");
            return Optional.empty();
        }
        Files.createDirectories(directory.resolve("logs"));
        InetSocketAddress address = freePort();
        Path configuration = Files.writeString(directory.resolve("nginx.conf"), configuration(address, certificate));
        Process process = new ProcessBuilder("nginx", "-p", directory.toString(), "-c", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("nginx.log").toFile())
                .start();
        Nginx started = new Nginx(process, address, version.get());
        started.awaitReady(directory);
        return Optional.of(started);
    }

    private static Optional<String> installed() throws InterruptedException {
        try {
            Process asked =
                    new ProcessBuilder("nginx", "-v").redirectErrorStream(true).start();
            String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return asked.waitFor() == 0 ? Optional.of(said.replaceFirst(".*: ", "")) : Optional.empty();
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    private static InetSocketAddress freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return new InetSocketAddress(free.getInetAddress(), free.getLocalPort());
        }
    }

    /** As many workers as cores, no tickets and no cache: each handshake is a whole one, as those of the other server are. */
    private static String configuration(InetSocketAddress address, SelfSigned certificate) {
        return """
                daemon off;
                pid nginx.pid;
                error_log logs/error.log;
                worker_processes auto;
                events { worker_connections 1024; }
                http {
                  access_log off;
                  server {
                    listen %s:%d ssl;
                    ssl_certificate %s;
                    ssl_certificate_key %s;
                    ssl_protocols TLSv1.2 TLSv1.3;
                    ssl_session_tickets off;
                    ssl_session_cache off;
                    location / { return 200; }
                  }
                }
                """.formatted(address.getHostString(), address.getPort(), certificate.certificate(), certificate.key());
    }

    private void awaitReady(Path directory) throws IOException, InterruptedException {
        for (int i = 0; i < PATIENCE_TRIES; i++) {
            try (Socket ignored = new Socket(address.getAddress(), address.getPort())) {
                return;
            } catch (IOException notYet) {
                Thread.sleep(100);
            }
        }
        close();
        throw new IOException("nginx did not start: " + Files.readString(directory.resolve("nginx.log")));
    }

    InetSocketAddress address() {
        return address;
    }

    String version() {
        return version;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                Process ignored = process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
