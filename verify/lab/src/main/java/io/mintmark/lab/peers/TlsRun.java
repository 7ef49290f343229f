package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.process.LauncherOption;
import io.mintmark.lab.process.SelfSigned;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.LabCommand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * The command {@code verify/lab/tls}: measures what TLS costs the shipped server, on kept connections and for new ones.
 */
@Command(
        name = "verify/lab/tls",
        mixinStandardHelpOptions = true,
        description =
                "Measures the server's processor time for a hilo/next over TLS beside plain HTTP, and its handshakes"
                        + " beside nginx's: in 5 rounds, or in 3 shorter ones with --short.")
final class TlsRun extends LabCommand {
    @Mixin
    private EffortOptions.WithRounds effort = new EffortOptions.WithRounds();

    @Mixin
    private LauncherOption launcher = new LauncherOption();

    public static void main(String... args) {
        System.exit(run(new TlsRun(), args));
    }

    @Override
    protected int measure(WorkDirectory directory) throws IOException {
        Effort planned = effort.effort(1, 3, 5);
        SelfSigned certificate = SelfSigned.make(directory.fresh("certificate"));
        Conditions conditions = Conditions.on(directory)
                .add("Server", "./mintmark serve, MINTMARK_JAVA_OPTS='" + ServerProcess.javaOptions() + "'")
                .add("Certificate", "EC P-256, not asked of clients; TLS 1.3, AES-128-GCM")
                .add("Handshakes by", Handshakes.client());
        conditions.print(planned);
        try (ServerProcess plain = server(directory, "plain", List.of());
                ServerProcess encrypted = server(directory, "tls", options(certificate))) {
            KeptConnections.print(plain, encrypted, planned);
            Handshakes.print(encrypted, Nginx.start(directory.fresh("nginx"), certificate), planned);
        }
        conditions.printAfter();
        return 0;
    }

    private static List<String> options(SelfSigned certificate) {
        List<String> options = new ArrayList<>(certificate.options());
        options.addAll(List.of("--client-certificates", "never"));
        return options;
    }

    private ServerProcess server(WorkDirectory directory, String name, List<String> options) throws IOException {
        List<String> command = new ArrayList<>(ServerProcess.shipped(launcher.script(), directory.fresh(name)));
        command.addAll(options);
        return ServerProcess.start(command, directory.file(name + ".log"));
    }
}
