package io.mintmark.server;

import io.mintmark.server.TestServer.Answer;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.Fingerprints;
import io.mintmark.web.tls.TestCertificate;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The last operator, who cannot lock everybody out over HTTP by another credential. */
class LastOperatorOverHttpTest {
    private Callers callers;

    @AutoClose
    private TestServer server;

    @BeforeEach
    void start(@TempDir Path directory) {
        callers = new Callers(directory).operator("ada");
        server = TestServer.start(directory);
    }

    private Answer rotate(String member, X509Certificate newer, int keepOldSeconds)
            throws CertificateEncodingException {
        String brought = Base64.getEncoder().encodeToString(newer.getEncoded());
        return server.post(
                "/admin/access/rotate?name=ada",
                "{\"" + member + "\":\"" + brought + "\",\"KeepOldSeconds\":" + keepOldSeconds + "}",
                callers.as("ada"));
    }

    private static void assertRefused(Answer answer, String... told) {
        for (String each : told) {
            OverHttp.assertRefused(answer, OverHttp.ARGUMENT, each);
        }
    }

    @Test
    void shouldKeepTheOldCredentialUntilTheNewCertificateIsValid() throws CertificateEncodingException {
        X509Certificate early = TestCertificate.named("next")
                .valid(Instant.now().plusSeconds(1_000), Instant.now().plusSeconds(90_000))
                .make()
                .certificate();

        for (String member : List.of("Certificate", "PublicKeyOf")) {
            assertRefused(rotate(member, early, 0), "not valid before", "KeepOldSeconds");
            assertRefused(rotate(member, early, 600), "not valid before", "KeepOldSeconds");
        }
        server.get("/admin/access", callers.as("ada")).expect(200);
        rotate("Certificate", early, 3_600).expect(201);
        server.get("/admin/access", callers.as("ada")).expect(200);
    }

    @Test
    void shouldKeepTheOldCredentialBesideTheKeyOfAnExpiredCertificate() throws CertificateEncodingException {
        X509Certificate expired = TestCertificate.named("past").expired().make().certificate();

        assertRefused(rotate("PublicKeyOf", expired, 0), "expired at", "KeepOldSeconds");
        rotate("PublicKeyOf", expired, 600).expect(201);
        server.get("/admin/access", callers.as("ada")).expect(200);
    }

    @Test
    void shouldNotLoseTheCredentialThatLastsBesideOneThatEnds() throws CertificateEncodingException {
        X509Certificate newer = TestCertificate.named("next").make().certificate();
        rotate("Certificate", newer, 600).expect(201);

        assertRefused(
                server.delete(
                        "/admin/certificates?thumbprint="
                                + Fingerprints.of(newer).sha256(),
                        "",
                        callers.as("ada")),
                "last operator");
    }

    /** The list has its digest, and nobody knows when it ends. */
    @Test
    void shouldNotLeaveTheServerToACertificateThatMayHaveExpired() throws CertificateEncodingException {
        X509Certificate expired = TestCertificate.named("past").expired().make().certificate();
        X509Certificate early =
                TestCertificate.named("next").notYetValid().make().certificate();
        String key = Base64.getEncoder().encodeToString(expired.getEncoded());
        server.put(
                        "/admin/access?name=bob",
                        "{\"SecurityClearance\":\"Operator\",\"PublicKeyOf\":\"" + key + "\"}",
                        callers.as("ada"))
                .expect(201);

        assertRefused(server.delete("/admin/access?name=ada", "", callers.as("ada")), "last operator", "have expired");
        assertRefused(rotate("Certificate", early, 0), "not valid before", "KeepOldSeconds");
        server.delete("/admin/access?name=bob", "", callers.as("ada")).expect(204);
    }

    @Test
    void shouldLetAnOperatorGoBesideAnotherWithAToken() {
        callers.operator("bob");

        server.delete("/admin/access?name=ada", "", callers.as("ada")).expect(204);
        server.get("/admin/access", callers.as("bob")).expect(200);
    }

    @Test
    void shouldLetAnotherOperatorRotateToWhatIsValidLater() throws CertificateEncodingException {
        X509Certificate early =
                TestCertificate.named("next").notYetValid().make().certificate();
        callers.operator("bob");

        rotate("Certificate", early, 0).expect(201);
    }
}
