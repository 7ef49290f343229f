package io.mintmark.web.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.internal.Ticker;
import io.mintmark.support.Party;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.Clearance;
import io.mintmark.web.access.principal.Credential;
import io.mintmark.web.access.principal.Fingerprints;
import io.mintmark.web.access.principal.Principal;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Callers known by the certificate of their connection: itself, its key, or its thumbprint, while all of it is valid. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuthenticationTest {
    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");

    private final Authentication authentication = new Authentication(
            () -> NOW, new GuessLimit(Ticker.SYSTEM, address -> {}), new AuditLog(AuditLog.Scope.NONE));
    private X509Certificate first;
    private X509Certificate renewed;
    private X509Certificate stranger;
    private X509Certificate expired;
    private X509Certificate early;

    @BeforeAll
    void make(@TempDir Path directory) throws Exception {
        first = made(directory.resolve("first"), "2026/01/01 00:00:00", 365);
        renewed = again(directory.resolve("first"), "2026/06/01 00:00:00");
        stranger = made(directory.resolve("stranger"), "2026/01/01 00:00:00", 365);
        expired = made(directory.resolve("expired"), "2025/01/01 12:00:00", 30);
        early = made(directory.resolve("early"), "2027/01/01 12:00:00", 30);
    }

    /** Makes a key and a certificate that it signed itself. */
    private static X509Certificate made(Path store, String from, int days) throws Exception {
        keytool(
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=client",
                "-startdate",
                from,
                "-validity",
                "" + days,
                store);
        return read(store);
    }

    /** Signs another certificate with the key that is there. */
    private static X509Certificate again(Path store, String from) throws Exception {
        keytool("-selfcert", "-startdate", from, "-validity", "365", store);
        return read(store);
    }

    private static void keytool(Object... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC"));
        for (int i = 0; i < words.length - 1; i++) {
            command.add(words[i].toString());
        }
        command.addAll(List.of(
                "-alias",
                "a",
                "-storetype",
                "PKCS12",
                "-storepass",
                "secret",
                "-keystore",
                words[words.length - 1] + ""));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static X509Certificate read(Path store) throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(Files.newInputStream(store), "secret".toCharArray());
        return (X509Certificate) keys.getCertificate("a");
    }

    /** A connection with a certificate, or none, and the facts that are kept on it. */
    private static final class Connection implements Transport {
        private final @Nullable X509Certificate certificate;
        private final Map<String, String> headers;
        private final Map<Class<?>, Object> facts = new HashMap<>();
        private final AtomicInteger made = new AtomicInteger();

        Connection(@Nullable X509Certificate certificate, Map<String, String> headers) {
            this.certificate = certificate;
            this.headers = headers;
        }

        @Override
        public String method() {
            return "GET";
        }

        @Override
        public boolean prefers(String accept, String type, String other) {
            return false;
        }

        @Override
        public String target() {
            return "/";
        }

        @Override
        public Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }

        @Override
        public String remoteAddress() {
            return "10.0.0.1";
        }

        @Override
        public boolean isSecure() {
            return true;
        }

        @Override
        public Optional<X509Certificate> clientCertificate() {
            return Optional.ofNullable(certificate);
        }

        @Override
        public <T> T ofConnection(Class<T> type, Supplier<? extends T> make) {
            return type.cast(facts.computeIfAbsent(type, any -> {
                made.incrementAndGet();
                return make.get();
            }));
        }

        @Override
        public Party party() {
            return new Party("10.0.0.1", () -> {});
        }

        @Override
        public void keepInMemory(long bytes) {}
    }

    private static AccessList ada(Credential credential) {
        return AccessList.NOBODY.with(new Principal("ada", Clearance.OPERATOR, null, List.of(credential)));
    }

    private String caller(AccessList list, @Nullable X509Certificate certificate) {
        return authentication
                .require(Caller.of(Request.headOf(new Connection(certificate, Map.of()), "/")), list)
                .name();
    }

    private void assertRefused(AccessList list, @Nullable X509Certificate certificate, String... told) {
        assertThatThrownBy(() -> caller(list, certificate))
                .isInstanceOf(ApiException.class)
                .hasMessageContainingAll(told);
    }

    @Test
    void shouldKnowACertificateByItselfOrByEitherThumbprint() {
        Fingerprints digests = Fingerprints.of(first);
        for (Credential credential : List.of(
                Credential.of(first),
                Credential.ofThumbprint(digests.sha1().toUpperCase(java.util.Locale.ROOT)),
                Credential.ofThumbprint(digests.sha256()))) {
            assertThat(caller(ada(credential), first)).isEqualTo("ada");
            assertRefused(
                    ada(credential),
                    stranger,
                    "not known",
                    Fingerprints.of(stranger).sha1().toUpperCase(java.util.Locale.ROOT));
            assertRefused(ada(credential), renewed, "not known");
        }
    }

    /** A session or a stream may have begun by a certificate that was removed since. */
    @Test
    void shouldTakeNobodyForAGuesserWhoWasLetInBefore() {
        List<String> guessers = new ArrayList<>();
        Authentication watched = new Authentication(
                () -> NOW, new GuessLimit(Ticker.SYSTEM, guessers::add), new AuditLog(AuditLog.Scope.NONE));
        Caller removed = Caller.of(Request.headOf(new Connection(stranger, Map.of()), "/"));
        AccessList list = ada(Credential.of(first));

        assertThatThrownBy(() -> watched.require(removed.letIn(), list))
                .isInstanceOf(ApiException.class)
                .hasMessageContainingAll("client certificate", "was replaced", "Sign in again", "'CN=client'");
        assertThat(guessers).isEmpty();
        assertThatThrownBy(() -> watched.require(removed, list)).hasMessageContaining("is not known to this server");
        assertThat(guessers).containsExactly("10.0.0.1");
    }

    @Test
    void shouldKnowARenewedCertificateByItsKey() {
        AccessList byKey = ada(Credential.ofKeyOf(first));

        assertThat(caller(byKey, renewed)).isEqualTo("ada");
        assertThat(caller(byKey, first)).isEqualTo("ada");
        assertRefused(byKey, stranger, "not known");
    }

    @Test
    void shouldRefuseACertificateOutsideOfItsDates() {
        assertRefused(ada(Credential.of(expired)), expired, "'CN=client'", "expired at 2025-01-31");
        assertRefused(ada(Credential.of(early)), early, "'CN=client'", "is not valid before 2027-01-01");
    }

    @Test
    void shouldRefuseSomebodyWhoseAccessEndedOrWhoseCredentialWasReplaced() {
        Credential credential = Credential.of(first);
        AccessList ended = AccessList.NOBODY.with(new Principal("ada", Clearance.OPERATOR, NOW, List.of(credential)));
        assertRefused(ended, first, "access of 'ada' ended at 2026-11-23T10:00:00Z");
        assertRefused(ada(credential.until(NOW)), first, "was replaced", "2026-11-23T10:00:00Z");
    }

    @Test
    void shouldRefuseACallerWhoSaysNothingOrAnotherScheme() {
        assertRefused(ada(Credential.of(first)), null, "says nothing", "client certificate", "Bearer");
        Request basic = Request.headOf(new Connection(first, Map.of("Authorization", "Basic YTpi")), "/");
        assertThatThrownBy(() -> authentication.require(Caller.of(basic), ada(Credential.of(first))))
                .hasMessageContaining("Bearer")
                .hasMessageNotContaining("YTpi");
    }

    @Test
    void shouldComputeTheDigestsOfACertificateOncePerConnection() {
        Connection connection = new Connection(first, Map.of());
        for (int i = 0; i < 100; i++) {
            assertThat(authentication
                            .require(Caller.of(Request.headOf(connection, "/")), ada(Credential.of(first)))
                            .name())
                    .isEqualTo("ada");
        }
        assertThat(connection.made).hasValue(1);
    }
}
