package io.mintmark.web.tls;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.mintmark.support.RecordedLog;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is put into the place of a certificate that clients are served with is no worse than that, or it is not shown. */
class RenewedCertificateTest {
    private static final String HOST = "ids.example.com";

    @TempDir
    Path directory;

    @AutoClose
    private final RecordedLog log = RecordedLog.atInfo(ServerCertificate.class);

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());

    private Path file() {
        return directory.resolve("server.pem");
    }

    private ServerCertificate open(TestCertificate first) {
        return open(first, now::get);
    }

    private ServerCertificate open(TestCertificate first, InstantSource clock) {
        CertificateFiles files =
                new CertificateFiles(first.writePem(file()), file(), Optional.empty(), Optional.empty());
        return ServerCertificate.open(files, clock, List.of(HOST.toUpperCase(Locale.ROOT)), Duration.ofDays(1));
    }

    /** A changed file is read once it was the same at two looks. */
    private void renew(ServerCertificate shown, TestCertificate next) {
        Path ignored = next.writePem(file());
        shown.look();
        shown.look();
    }

    private static TestCertificate.Builder named(String name) {
        return TestCertificate.named(name).host(HOST);
    }

    private static Instant end(TestCertificate of) {
        return of.certificate().getNotAfter().toInstant();
    }

    private static Instant later() {
        return Instant.now().plus(700, ChronoUnit.DAYS);
    }

    private static TestCertificate.Builder longer(String name) {
        return named(name).valid(Instant.now().minusSeconds(60), later());
    }

    private void assertRefused(ServerCertificate shown, TestCertificate kept, String... why) {
        assertThat(shown.expires()).isEqualTo(end(kept));
        assertThat(shown.isRenewalRefused()).isTrue();
        assertThat(log.events().stream().filter(event -> event.getLevel() == Level.ERROR))
                .singleElement()
                .extracting(ILoggingEvent::getFormattedMessage)
                .asString()
                .contains(why)
                .endsWith("The one that expires at " + end(kept) + " stays.");
    }

    @Test
    void shouldRefuseARenewedCertificateThatLacksTheNameOfThePublicUrl() {
        TestCertificate first = named("first").make();
        try (ServerCertificate shown = open(first)) {
            renew(shown, longer("next").host("other.example.com").make());

            assertRefused(shown, first, "CN=next lacks the name " + HOST, "restart the server");

            TestCertificate better = longer("better").make();
            renew(shown, better);
            assertThat(shown.expires()).isEqualTo(end(better));
            assertThat(shown.isRenewalRefused()).isFalse();
        }
    }

    /** The name may be that of a proxy, which shows a certificate of its own. */
    @Test
    void shouldTakeARenewedCertificateThatLacksANameWhichThePresentOneLacks() {
        try (ServerCertificate shown = open(named("first").host("inside.lan").make())) {
            TestCertificate next = longer("next").host("inside.lan").make();
            renew(shown, next);

            assertThat(shown.expires()).isEqualTo(end(next));
        }
    }

    @Test
    void shouldTakeAnySoundCertificateOnceThePresentOneIsOver() {
        TestCertificate first = named("first").make();
        try (ServerCertificate shown = open(first)) {
            TestCertificate next = longer("next").host("other.example.com").make();
            renew(shown, next);
            assertThat(shown.expires()).isEqualTo(end(first));

            now.set(end(first).plusSeconds(1));
            shown.look();

            assertThat(shown.expires()).isEqualTo(end(next));
        }
    }

    /** What can be wrong with a renewed certificate by itself. */
    private enum Wrong {
        EXPIRED("expired at") {
            @Override
            TestCertificate make() {
                return named("next").expired().make();
            }
        },
        TOO_EARLY("is valid from") {
            @Override
            TestCertificate make() {
                return named("next").notYetValid().make();
            }
        },
        ANOTHER_KEY("the private key is not the one") {
            @Override
            TestCertificate make() {
                return named("next").make().withKeyOf(named("other").make());
            }
        },
        WEAK("RSA key of 1024 bits") {
            @Override
            TestCertificate make() {
                return named("next").key("RSA", 1024).make();
            }
        },
        BROKEN_CHAIN("is not signed by the one that follows") {
            @Override
            TestCertificate make() {
                return named("next")
                        .issuedBy(authority("ca").make())
                        .withBrokenSignature()
                        .make();
            }
        };

        private final String why;

        Wrong(String why) {
            this.why = why;
        }

        abstract TestCertificate make();
    }

    private static TestCertificate.Builder authority(String name) {
        return TestCertificate.named(name).authority();
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepTheOldOneWhereTheNewOneIsWrongByItself(Wrong wrong) {
        TestCertificate first = named("first").make();
        try (ServerCertificate shown = open(first)) {
            renew(shown, wrong.make());

            assertRefused(shown, first, wrong.why);
        }
    }

    @Test
    void shouldRefuseARenewedCertificateWithoutItsIssuersBesideIt() {
        TestCertificate root = authority("root").make();
        TestCertificate between = authority("between").issuedBy(root).make();
        TestCertificate first = named("first").issuedBy(between).make();
        try (ServerCertificate shown = open(first)) {
            TestCertificate next = longer("next").issuedBy(between).make();
            Path ignored = TestCertificate.writePrivately(
                    file(), TestCertificate.pem("CERTIFICATE", encoded(next)) + next.pemKey());
            shown.look();
            shown.look();

            assertRefused(shown, first, "CN=next stands alone", "give the whole chain");

            renew(shown, next);
            assertThat(shown.expires()).isEqualTo(end(next));
        }
    }

    @Test
    void shouldRefuseACertificateWhoseIssuersOwnIsOver() {
        TestCertificate root = authority("root").make();
        TestCertificate old = authority("old").issuedBy(root).expired().make();
        TestCertificate first = named("first").issuedBy(root).make();
        try (ServerCertificate shown = open(first)) {
            renew(shown, longer("next").issuedBy(old).make());

            assertRefused(shown, first, "the certificate of the issuer, CN=old, expired at");
        }
    }

    private static byte[] encoded(TestCertificate of) {
        try {
            return of.certificate().getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ids.example.com, IDS.example.com., true",
        "*.example.com, ids.example.com, true",
        "*.example.com, a.ids.example.com, false",
        "*.example.com, example.com, false",
        "ids.example.com, other.example.com, false",
        "localhost, 127.0.0.1, true",
        "localhost, 127.0.0.2, false",
        "localhost, [::1], false"
    })
    void shouldKnowNamesAsClientsDo(String certified, String called, boolean accepted) {
        TestCertificate made = TestCertificate.named("x").host(certified).make();

        assertThat(RenewalRule.hasName(made.certificate(), called)).isEqualTo(accepted);
    }
}
