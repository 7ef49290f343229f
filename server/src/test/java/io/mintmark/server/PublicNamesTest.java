package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.mintmark.support.RecordedLog;
import io.mintmark.web.tls.ServerCertificate;
import io.mintmark.web.tls.TestCertificate;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificate at the start should have the name that clients are told; behind a proxy it need not. */
class PublicNamesTest {

    @TempDir
    Path directory;

    @AutoClose
    private final RecordedLog log = RecordedLog.of(PublicNames.class);

    private List<ILoggingEvent> saidFor(String url) {
        Path file = TestCertificate.named("x").host("ids.example.com").make().writePem(directory.resolve("server.pem"));
        ServerSettings settings = ServerSettings.builder(directory)
                .tls(TlsSettings.of(file))
                .publicUrl(URI.create(url))
                .build();
        try (ServerCertificate shown =
                PublicNames.certificate(settings, InstantSource.system()).orElseThrow()) {
            assertThat(shown.isRenewalRefused()).isFalse();
        }
        return log.events();
    }

    @Test
    void shouldWarnOfACertificateWithoutTheHostThatClientsAreTold() {
        assertThat(saidFor("https://other.example.com:8443")).singleElement().satisfies(said -> {
            assertThat(said.getLevel()).isEqualTo(Level.WARN);
            assertThat(said.getFormattedMessage())
                    .contains("is not made for the host of --public-url https://other.example.com:8443");
        });
    }

    @Test
    void shouldSayNothingOfACertificateWithThatHost() {
        assertThat(saidFor("https://IDS.example.com:8443")).isEmpty();
    }

    @Test
    void shouldHaveNoneWithoutTls() {
        assertThat(PublicNames.certificate(ServerSettings.builder(directory).build(), InstantSource.system()))
                .isEmpty();
    }
}
