package io.mintmark.lab.peers;

import io.mintmark.lab.process.SelfSigned;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.RoundsCommand;
import io.mintmark.lab.report.Site;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/**
 * The command {@code verify/lab/tls}: measures what TLS costs the shipped server, on kept connections and for new ones.
 */
@Command(
        name = "verify/lab/tls",
        description =
                "Measures the server's processor time for a hilo/next over TLS beside plain HTTP, and its handshakes"
                        + " beside nginx's: in 5 rounds, or in 3 shorter ones with --short.")
final class TlsRun extends RoundsCommand {
    TlsRun() {
        super(1, 3, 5);
    }

    @Override
    protected void measure(Site site, Conditions conditions) throws IOException {
        SelfSigned certificate = SelfSigned.make(site.work().fresh("certificate"));
        conditions
                .add("Server", Site.server())
                .add("Certificate", "EC P-256, not asked of clients; TLS 1.3, AES-128-GCM")
                .add("Handshakes by", Handshakes.client())
                .print(site.effort());
        List<String> options = new ArrayList<>(certificate.options());
        options.addAll(List.of("--client-certificates", "never"));
        try (ServerProcess plain = site.startEmpty("plain", "", List.of());
                ServerProcess encrypted = site.startEmpty("tls", "", options)) {
            KeptConnections.print(plain, encrypted, site.effort());
            Handshakes.print(encrypted, Nginx.start(site.work().fresh("nginx"), certificate), site.effort());
        }
    }
}
