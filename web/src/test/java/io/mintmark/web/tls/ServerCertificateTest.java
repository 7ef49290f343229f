package io.mintmark.web.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.mintmark.MintmarkException;
import io.mintmark.support.Eventually;
import io.mintmark.support.RecordedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerCertificateTest {
    private static final Duration INTERVAL = Duration.ofMillis(20);
    private static final Duration TEN_LOOKS = INTERVAL.multipliedBy(10);

    @TempDir
    Path directory;

    @AutoClose
    private final RecordedLog log = RecordedLog.atInfo(ServerCertificate.class);

    private final TestCertificate first = TestCertificate.named("first").make();
    private final TestCertificate second = TestCertificate.named("second")
            .valid(Instant.now(), Instant.now().plus(999, ChronoUnit.DAYS))
            .make();

    private Path file() {
        return directory.resolve("server.pem");
    }

    private static ServerCertificate open(Path certificate, Path key) {
        CertificateFiles files = new CertificateFiles(certificate, key, Optional.empty(), Optional.empty());
        return ServerCertificate.open(files, InstantSource.system(), List.of(), INTERVAL);
    }

    private List<String> said(String part) {
        return log.events().stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(part))
                .toList();
    }

    private void awaitSaid(String part) {
        Eventually.until(part, () -> !said(part).isEmpty());
    }

    private static Instant end(TestCertificate of) {
        return of.certificate().getNotAfter().toInstant();
    }

    @Test
    void shouldShowANewCertificateWithoutARestart() throws Exception {
        try (ServerCertificate shown = open(first.writePem(file()), file())) {
            assertThat(shown.expires()).isEqualTo(end(first));
            Path next = second.writePem(directory.resolve("next.pem"));
            Path ignored = Files.move(next, file(), StandardCopyOption.REPLACE_EXISTING);

            awaitSaid("New connections get the new certificate CN=second");
            assertThat(shown.expires()).isEqualTo(end(second));
        }
    }

    @Test
    void shouldKeepTheOldOneAndSayOnceWhyTheNewOneIsRefused() throws Exception {
        try (ServerCertificate shown = open(first.writePem(file()), file())) {
            Path ignored = TestCertificate.named("bad").expired().make().writePem(file());

            awaitSaid("expired at");
            Eventually.stays(TEN_LOOKS, () -> said("cannot be used").size() == 1);
            assertThat(said("cannot be used").get(0)).contains("The one that expires at " + end(first) + " stays.");
            assertThat(shown.expires()).isEqualTo(end(first));

            Path better = second.writePem(file());
            awaitSaid("new certificate CN=second");
            assertThat(better).isEqualTo(file());
        }
    }

    /** Rights are no part of what tells that a file changed. */
    @Test
    void shouldReadRefusedFilesAgainWhenOnlyTheirRightsChanged() throws Exception {
        try (ServerCertificate shown = open(first.writePem(file()), file())) {
            Path next = second.writePem(directory.resolve("next.pem"));
            Path ignored = Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rw-r--r--"));
            Path ignoredToo = Files.move(next, file(), StandardCopyOption.REPLACE_EXISTING);
            awaitSaid("chmod 600");

            Path mended = Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));

            awaitSaid("new certificate CN=second");
            assertThat(shown.expires()).isEqualTo(end(second));
            assertThat(mended).isEqualTo(file());
        }
    }

    @Test
    void shouldShowACertificateFromTheMomentOnWhereItIsValid() throws Exception {
        Instant begun = Instant.now();
        AtomicReference<Instant> now = new AtomicReference<>(begun);
        TestCertificate early = TestCertificate.named("early")
                .valid(begun.plusSeconds(3_600), begun.plus(400, ChronoUnit.DAYS))
                .make();
        CertificateFiles files =
                new CertificateFiles(first.writePem(file()), file(), Optional.empty(), Optional.empty());
        try (ServerCertificate shown = ServerCertificate.open(files, now::get, List.of(), INTERVAL)) {
            Path ignored = early.writePem(file());
            awaitSaid("is valid from");
            now.set(begun.plusSeconds(1));
            // One reason, however the time passes.
            Eventually.stays(TEN_LOOKS, () -> said("cannot be used").size() == 1);

            now.set(begun.plusSeconds(7_200));

            awaitSaid("new certificate CN=early");
            assertThat(shown.expires()).isEqualTo(end(early));
        }
    }

    @Test
    void shouldGoOnLookingAfterALookThatFailedInAnyWay() throws Exception {
        AtomicBoolean fails = new AtomicBoolean();
        InstantSource clock = () -> {
            if (fails.getAndSet(false)) {
                throw new StackOverflowError("made by a test");
            }
            return Instant.now();
        };
        CertificateFiles files =
                new CertificateFiles(first.writePem(file()), file(), Optional.empty(), Optional.empty());
        try (ServerCertificate shown = ServerCertificate.open(files, clock, List.of(), INTERVAL)) {
            fails.set(true);
            awaitSaid("a look at the certificate's files failed");
            Path ignored = second.writePem(file());

            awaitSaid("new certificate CN=second");
            assertThat(shown.expires()).isEqualTo(end(second));
        }
    }

    @Test
    void shouldNotReadAKeyWhoseCertificateIsStillBeingWritten() {
        Path key = TestCertificate.writePrivately(directory.resolve("key.pem"), first.pemKey());
        Path chain = TestCertificate.writePrivately(file(), first.pemChain());
        CertificateFiles files = new CertificateFiles(chain, key, Optional.empty(), Optional.empty());
        try (ServerCertificate shown =
                ServerCertificate.open(files, InstantSource.system(), List.of(), Duration.ofDays(1))) {
            Path ignored = TestCertificate.writePrivately(key, second.pemKey());
            shown.look();
            Path ignoredToo = TestCertificate.writePrivately(chain, second.pemChain());
            shown.look();
            assertThat(shown.expires()).isEqualTo(end(first));
            shown.look();

            assertThat(shown.expires()).isEqualTo(end(second));
            assertThat(said("cannot be used")).isEmpty();
        }
    }

    @Test
    void shouldKeepItsCertificateWhenTheFilesAreGone() throws Exception {
        try (ServerCertificate shown = open(first.writePem(file()), file())) {
            Files.delete(file());

            awaitSaid("cannot be read");
            assertThat(shown.expires()).isEqualTo(end(first));
        }
    }

    @Test
    void shouldWarnBeforeTheCertificateExpires() throws Exception {
        TestCertificate old = TestCertificate.named("old")
                .valid(Instant.now().minusSeconds(60), Instant.now().plus(20, ChronoUnit.DAYS))
                .make();
        try (ServerCertificate ignored = open(old.writePem(file()), file())) {
            awaitSaid("expires at " + end(old));
            Eventually.stays(TEN_LOOKS, () -> said("expires at").size() == 1);
        }
    }

    @Test
    void shouldNotBeginWithACertificateThatCannotBeUsed() {
        Path expired = TestCertificate.named("old").expired().make().writePem(file());

        assertThatThrownBy(() -> open(expired, expired))
                .isInstanceOf(MintmarkException.class)
                .hasMessageStartingWith("The server's certificate cannot be used: the certificate CN=old expired at");
    }

    @Test
    void shouldGiveKeyAndChainOfOneHandshakeTogether() {
        ShownKey shown = new ShownKey(first.certified());
        String begun = Objects.requireNonNull(shown.chooseEngineServerAlias("EC", null, null));
        shown.change(second.certified());
        String next = Objects.requireNonNull(shown.chooseEngineServerAlias("EC", null, null));

        assertThat(shown.getPrivateKey(begun)).isEqualTo(first.key());
        assertThat(shown.getCertificateChain(begun)).containsExactly(first.certificate());
        assertThat(shown.getPrivateKey(next)).isEqualTo(second.key());
        assertThat(shown.chooseEngineServerAlias("RSA", null, null)).isNull();
    }
}
