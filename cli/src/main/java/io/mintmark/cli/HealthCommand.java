package io.mintmark.cli;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Version;
import io.mintmark.internal.FailureText;
import io.mintmark.protocol.Routes;
import io.mintmark.server.ServerSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mintmark health}: whether the server on this machine answers, for the health check of a container. */
@Command(
        name = "health",
        description = {
            "Asks the server on this machine whether it answers, within four seconds.",
            "Its options are those of `serve`, and so are their variables: where variables set the server up, none is needed."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it answers", "1:it does not, see the line on standard error", "2:wrong usage"},
        footerHeading = "%nExamples:%n",
        footer = {"  mintmark health", "  mintmark health --port 8443 --certificate fullchain.pem"})
final class HealthCommand implements Callable<Integer> {
    private static final int PATIENCE_MILLIS = 4_000;

    private static final ServerSettings DEFAULT =
            ServerSettings.builder(Path.of("mintmark-data")).build();

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            converter = Values.Host.class,
            description = "Name or address that the server listens on. Default: ${DEFAULT-VALUE}")
    private String host = DEFAULT.host();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            converter = Amounts.Port.class,
            description = "Port that the server listens on. Default: ${DEFAULT-VALUE}")
    private int port = DEFAULT.port();

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description =
                    "The server has a certificate: ask over TLS. The file is not read, and the server's certificate is"
                            + " not judged, because nothing is told to it.")
    private @Nullable Path certificate;

    @Override
    public Integer call() {
        String status = status();
        if (!status.startsWith("HTTP/1.1 204")) {
            throw new MintmarkException("The server at " + host + ":" + port + " answers " + OneLine.of(status)
                    + " instead of 204: its log says why.");
        }
        Objects.requireNonNull(spec).commandLine().getOut().println("The server answers.");
        return Mintmark.DONE;
    }

    private String status() {
        try (Socket socket = connect()) {
            String head = "GET " + Routes.HEALTH + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            return Objects.requireNonNullElse(line, "nothing");
        } catch (IOException | GeneralSecurityException e) {
            throw new MintmarkException(
                    "No server answers at " + host + ":" + port + " within " + PATIENCE_MILLIS + " ms ("
                            + FailureText.of(e)
                            + "): start it, or name its --host and --port, and its --certificate if it has one.",
                    e);
        }
    }

    private Socket connect() throws IOException, GeneralSecurityException {
        InetAddress address = InetAddress.getByName(host);
        Socket plain = new Socket();
        try {
            plain.connect(
                    new InetSocketAddress(
                            address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address, port),
                    PATIENCE_MILLIS);
            plain.setSoTimeout(PATIENCE_MILLIS);
            return certificate == null ? plain : AnyCertificate.over(plain, host, port);
        } catch (IOException | GeneralSecurityException e) {
            plain.close();
            throw e;
        }
    }
}
