package io.mintmark.lab.peers;

import io.mintmark.lab.process.PeerProcess;
import io.mintmark.lab.process.SelfSigned;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An nginx that answers every request with 200 over TLS, as a yardstick for handshakes. */
final class Nginx implements AutoCloseable {
    private final PeerProcess process;
    private final String version;

    private Nginx(PeerProcess process, String version) {
        this.process = process;
        this.version = version;
    }

    /** Starts one in {@code directory} with that certificate; prints why not, if it is not there. */
    static Optional<Nginx> start(Path directory, SelfSigned certificate) throws IOException {
        Optional<String> version = PeerProcess.version("nginx", "-v").map(said -> said.replaceFirst(".*: ", ""));
        if (version.isEmpty()) {
            System.err.println(
                    "[tls] nginx is skipped: there is no nginx on the path (Debian: apt-get install nginx-light)");
            return Optional.empty();
        }
        Files.createDirectories(directory.resolve("logs"));
        InetSocketAddress address = PeerProcess.freePort();
        Path configuration = Files.writeString(directory.resolve("nginx.conf"), configuration(address, certificate));
        List<String> command = List.of("nginx", "-p", directory.toString(), "-c", configuration.toString());
        PeerProcess process = PeerProcess.start(command, address, directory.resolve("nginx.log"));
        return Optional.of(new Nginx(process, version.get()));
    }

    /**
     * As many workers as cores, no tickets and no cache: each handshake is a whole one, as those of the other server
     * are.
     */
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

    InetSocketAddress address() {
        return process.address();
    }

    String version() {
        return version;
    }

    ProcessHandle handle() {
        return process.handle();
    }

    @Override
    public void close() {
        process.close();
    }
}
