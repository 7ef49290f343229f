package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.mintmark.MintmarkException;
import io.mintmark.support.RecordedLog;
import io.mintmark.web.access.Callers;
import io.mintmark.web.tls.TestCertificate;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where others can reach a server: without access control it must be meant, and without TLS it is said. */
class BeyondLoopbackTest {
    @AutoClose
    private final RecordedLog log = RecordedLog.of(Exposure.class);

    @TempDir
    Path directory;

    /** Starts a server that others can reach, and returns whether it warned of tokens that others can read. */
    private boolean warns(UnaryOperator<ServerSettings.Builder> change) {
        ServerSettings.Builder settings =
                ServerSettings.builder(directory).host("0.0.0.0").port(0);
        MintmarkServer.start(change.apply(settings).build()).close();
        return log.events().stream()
                .map(ILoggingEvent::getFormattedMessage)
                .anyMatch(line -> line.contains("bearer tokens") && line.contains("--certificate"));
    }

    @Test
    void shouldNotStartWithoutAccessControlUnlessThatIsMeant() {
        assertThatThrownBy(() -> warns(settings -> settings))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining("asks nobody who they are")
                .hasMessageContaining("mintmark access add")
                .hasMessageContaining("--allow-unauthenticated");
        assertThat(directory).isEmptyDirectory();

        assertThat(warns(settings -> settings.allowUnauthenticated(true))).isFalse();
    }

    @Test
    void shouldSayThatTokensTravelReadableWithoutTls() {
        new Callers(directory).operator("ada");

        assertThat(warns(settings -> settings)).isTrue();
    }

    /** The proxy's clients send them without TLS; nobody else reads between a proxy and its own machine. */
    @Test
    void shouldSayThatTokensTravelReadableToAProxyWithoutTls() {
        new Callers(directory).operator("ada");

        assertThat(warns(settings -> settings.host("127.0.0.1").publicUrl(URI.create("http://ids.example.com"))))
                .isTrue();
        assertThat(log.lines("http://ids.example.com")).hasSize(1);
    }

    @Test
    void shouldSayNothingOfTokensOnItsOwnMachine() {
        new Callers(directory).operator("ada");

        assertThat(warns(settings -> settings.host("127.0.0.1").publicUrl(URI.create("http://localhost:80"))))
                .isFalse();
    }

    @Test
    void shouldSayNothingWithTlsOfItsOwnOrOfAProxy() {
        new Callers(directory).operator("ada");
        TlsSettings tls =
                TlsSettings.of(TestCertificate.named("server").make().writePem(directory.resolve("server.pem")));

        assertThat(warns(settings -> settings.tls(tls))).isFalse();
        assertThat(warns(settings -> settings.publicUrl(URI.create("https://ids.example.com"))))
                .isFalse();
    }

    @Test
    void shouldAskForConsentWhereAProxyLetsOthersReachIt() {
        assertThatThrownBy(() -> onLoopback("https://ids.example.com").close())
                .isInstanceOf(MintmarkException.class)
                .hasMessageContainingAll(
                        "https://ids.example.com", "--public-url", "mintmark access add", "--allow-unauthenticated");
        assertThat(directory).isEmptyDirectory();

        for (String own : List.of("http://localhost:80", "http://127.0.0.1:81", "http://[::1]", "http://a.localhost")) {
            onLoopback(own).close();
        }
        new Callers(directory).operator("ada");
        onLoopback("https://ids.example.com").close();
    }

    private MintmarkServer onLoopback(String publicUrl) {
        return MintmarkServer.start(ServerSettings.builder(directory)
                .port(0)
                .publicUrl(URI.create(publicUrl))
                .build());
    }
}
