package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.DatabaseAccess;
import io.mintmark.web.access.principal.Fingerprints;
import io.mintmark.web.tls.TestCertificate;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Callers who show certificates: known by them, and told one clear reason when they are refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CertificatesOverTlsTest {
    private static final String DB = OverHttp.DB;
    private static final TestCertificate SERVER =
            TestCertificate.named("server").make();
    private static final List<String> REASONS =
            List.of("expired at", "not valid before", "bits", "not known", "does not suffice", "says nothing");

    private final Map<String, TestServer> views = new HashMap<>();
    private Callers callers;

    @AutoClose
    private TestServer server;

    @BeforeAll
    void start(@TempDir Path directory) {
        callers = Callers.withCertificates(directory)
                .operator("ada")
                .on("reader", "shop", DatabaseAccess.READ)
                .operator("expired", TestCertificate.named("expired").expired().make())
                .operator("early", TestCertificate.named("early").notYetValid().make())
                .operator("weak", TestCertificate.named("weak").key("RSA", 1024).make());
        server = TestServer.start(ServerSettings.builder(directory)
                .tls(TlsSettings.of(SERVER.writePem(directory.resolve("server.pem")))));
        as("ada").put("/admin/databases?name=shop", "{}").expect(201);
    }

    private TestServer as(String caller) {
        return views.computeIfAbsent(caller, name -> server.seenBy(callers.tlsAs(name, SERVER)));
    }

    private TestServer as(TestCertificate certificate) {
        return server.seenBy(certificate.trusting(SERVER));
    }

    private static void assertRefused(Answer answer, String... told) {
        answer.expect(403);
        assertThat(answer.text("Type")).isEqualTo("Raven.Client.Exceptions.Security.AuthorizationException");
        assertThat(answer.text("Message")).contains(told).endsWith(".");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "expired, 'CN=expired', expired at",
                "early, 'CN=early', is not valid before",
                "weak, 'CN=weak', 1024 bits",
                "stranger, 'CN=stranger', is not known to this server",
                "reader, 'reader', does not suffice",
                "\"\", send a client certificate, says nothing"
            })
    void shouldTellOneReason(String caller, String subject, String reason) {
        Answer refused = as(caller).get(DB + "/hilo/next?tag=orders");

        assertRefused(refused, subject, reason);
        assertThat(REASONS.stream().filter(refused.text("Message")::contains)).hasSize(1);
    }

    @Test
    void shouldRefuseAnExpiredCertificateEverywhereWhateverElseIsSent() {
        for (String target : List.of("/healthcheck", "/build/version", DB + "/docs?id=1")) {
            assertRefused(as("expired").get(target, "Authorization", "Bearer x"), "expired at");
        }
    }

    @Test
    void shouldServeAKnownCertificateOnEachRequestOfItsConnection() {
        List<Long> firsts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Answer range = as("ada").get(DB + "/hilo/next?tag=bills").expect(201);
            firsts.add(range.number("Low"));
        }
        assertThat(firsts).containsExactly(1L, 33L, 65L);
    }

    private Answer add(String name, String member, String value) {
        return as("ada")
                .put(
                        "/admin/access?name=" + name,
                        "{\"Permissions\":{\"shop\":\"Read\"},\"" + member + "\":\"" + value + "\"}");
    }

    private static String base64(TestCertificate certificate) throws CertificateEncodingException {
        return Base64.getEncoder().encodeToString(certificate.certificate().getEncoded());
    }

    private String nameOf(TestCertificate caller) {
        return as(caller).get("/certificates/whoami").text("Name");
    }

    @Test
    void shouldKnowByCertificateAndByKey() throws CertificateEncodingException {
        TestCertificate whole = TestCertificate.named("whole").make();
        TestCertificate key = TestCertificate.named("key").make();

        Answer added = add("whole", "Certificate", base64(whole)).expect(201);
        assertThat(added.json().has("Token")).isFalse();
        add("key", "PublicKeyOf", base64(key)).expect(201);

        assertThat(nameOf(whole)).isEqualTo("whole");
        assertThat(nameOf(key)).isEqualTo("key");
        assertRefused(as(TestCertificate.named("whole").make()).get("/certificates/whoami"), "'CN=whole'", "not known");
    }

    @Test
    void shouldShowAStrangerTheThumbprintThatAnOperatorNeeds() {
        TestCertificate newcomer = TestCertificate.named("newcomer").make();
        String refused = as(newcomer).get("/certificates/whoami").text("Message");
        String thumbprint = refused.replaceAll(".* thumbprint ([0-9A-F]{40})\\..*", "$1");

        add("newcomer", "Thumbprint", thumbprint.toLowerCase(Locale.ROOT)).expect(201);
        assertThat(nameOf(newcomer)).isEqualTo("newcomer");
    }

    @Test
    void shouldNotRegisterACertificateWithWhichNobodyWouldBeLetIn() throws CertificateEncodingException {
        String old = base64(TestCertificate.named("old").expired().make());
        String weak = base64(TestCertificate.named("weak").key("RSA", 1024).make());
        String ravens = "{\"Name\":\"x\",\"Certificate\":\"" + old + "\",\"Permissions\":{}}";

        OverHttp.assertRefused(add("x", "Certificate", old), "System.ArgumentException", "expired at");
        OverHttp.assertRefused(add("x", "PublicKeyOf", weak), "System.ArgumentException", "1024 bits");
        OverHttp.assertRefused(as("ada").put("/admin/certificates", ravens), "System.ArgumentException", "expired at");

        String early = base64(TestCertificate.named("soon").notYetValid().make());
        assertThat(add("soon", "Certificate", early).status())
                .as("one that is good later is registered ahead")
                .isEqualTo(201);
    }

    @Test
    void shouldKnowAWatcherByItsCertificate() {
        assertThat(ChangesSocket.status(as("reader").client(), server.url(), "shop"))
                .isEqualTo(101);
        assertThat(ChangesSocket.status(as("stranger").client(), server.url(), "shop"))
                .isEqualTo(403);
    }

    @Test
    void shouldNotSayThatTheCallersCertificateIsGoneWhileAnotherDigestOfItIsKnown() {
        Fingerprints own = Fingerprints.of(callers.certificate("ada").certificate());
        add("twin", "Thumbprint", own.sha1()).expect(201);

        OverHttp.assertRefused(
                as("ada").delete("/admin/certificates?thumbprint=" + own.sha1(), ""),
                "System.ArgumentException",
                "known as 'ada', too");
    }

    private Answer remove(TestCertificate one) {
        String thumbprint = Fingerprints.of(one.certificate()).sha256();
        return as("ada").delete("/admin/certificates?thumbprint=" + thumbprint, "");
    }

    @Test
    void shouldRemoveTheCertificateThatAThumbprintNamesAndThePrincipalWithItsLastOne()
            throws CertificateEncodingException {
        TestCertificate old = TestCertificate.named("worker-1").make();
        TestCertificate newer = TestCertificate.named("worker-2").make();
        add("worker", "Certificate", base64(old)).expect(201);
        String both = "{\"KeepOldSeconds\":600,\"Certificate\":\"" + base64(newer) + "\"}";
        as("ada").post("/admin/access/rotate?name=worker", both).expect(201);

        remove(old).expect(204);
        assertThat(nameOf(newer)).isEqualTo("worker");
        assertRefused(as(old).get("/certificates/whoami"), "not known");

        remove(newer).expect(204);
        assertThat(as("ada").get("/admin/access").json().toString()).doesNotContain("worker");
    }
}
