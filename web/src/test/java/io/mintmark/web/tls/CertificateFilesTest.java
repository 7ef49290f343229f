package io.mintmark.web.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateFilesTest {
    @TempDir
    Path directory;

    private static final TestCertificate AUTHORITY =
            TestCertificate.named("authority").authority().make();

    private final TestCertificate own =
            TestCertificate.named("server").issuedBy(AUTHORITY).make();

    @Test
    void shouldReadChainAndKeyFromOnePemFile() {
        CertifiedKey read = files(own.writePem(directory.resolve("server.pem"))).read();

        assertThat(read.chain()).containsExactly(own.certificate(), AUTHORITY.certificate());
        assertThat(read.key()).isEqualTo(own.key());
        assertThat(read.checked(Instant.now())).isSameAs(read);
    }

    @Test
    void shouldReadAPkcs12FileWithItsPassword() throws Exception {
        Path file = TestCertificate.writePrivately(directory.resolve("server.p12"), "");
        try (OutputStream out = Files.newOutputStream(file)) {
            own.keyStore().store(out, TestCertificate.PASSWORD);
        }
        Path password = TestCertificate.writePrivately(directory.resolve("password"), "secret\n");

        assertThat(new CertificateFiles(file, file, Optional.of(password), Optional.empty()).read())
                .isEqualTo(own.certified());
        assertThat(new CertificateFiles(file, file, Optional.empty(), Optional.of("secret")).read())
                .isEqualTo(own.certified());
        assertRefused(
                () -> new CertificateFiles(file, file, Optional.empty(), Optional.of("wrong")).read(),
                file,
                "this password opens");
    }

    /** An empty password is what OpenSSL calls none. */
    @ParameterizedTest
    @ValueSource(strings = {"", "-legacy ", "-nomac ", "-certpbe NONE "})
    void shouldReadAPkcs12FileWithoutAPassword(String form) throws Exception {
        Path pem = own.writePem(directory.resolve("server.pem"));
        Path file = directory.resolve("server.p12");
        String ignored = openssl("pkcs12 -export " + form + "-in " + pem + " -passout pass: -out " + file);

        CertifiedKey read = files(file).read();

        assertThat(read.key()).isEqualTo(own.key());
        assertThat(read.chain()).isEqualTo(own.certified().chain());
    }

    @Test
    void shouldSayWhatAPkcs12FileLacksWithoutAPassword() throws Exception {
        Path pem = own.writePem(directory.resolve("server.pem"));
        Path locked = directory.resolve("locked.p12");
        Path bare = directory.resolve("bare.p12");
        String ignored = openssl("pkcs12 -export -in " + pem + " -passout pass:secret -out " + locked);
        String ignoredToo =
                openssl("pkcs12 -export -keypbe NONE -certpbe NONE -in " + pem + " -passout pass: -out " + bare);

        assertRefused(() -> files(locked).read(), locked, "without a password: name a file with its password");
        assertRefused(() -> files(bare).read(), bare, "none that is not encrypted, so encrypt it, or give PEM");
    }

    @ParameterizedTest
    @CsvSource({
        "EC key, genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256",
        "EC key encrypted, genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -aes256 -pass pass:secret",
        "EC key of SEC 1, ecparam -genkey -name prime256v1 -noout",
        "RSA key of PKCS#1, genrsa -traditional 2048",
        "RSA key, genrsa 2048",
        "Ed25519 key, genpkey -algorithm ED25519"
    })
    void shouldReadEachFormInWhichOpensslWritesKeys(String form, String command) throws Exception {
        Path key = TestCertificate.writePrivately(directory.resolve("key.pem"), openssl(command));
        Path certificate = directory.resolve("certificate.pem");
        String ignored = openssl("req -x509 -new -key " + key + " -passin pass:secret -subj /CN=server"
                + " -addext subjectAltName=DNS:localhost -out " + certificate);

        Optional<String> password = form.contains("encrypted") ? Optional.of("secret") : Optional.empty();
        CertifiedKey read = new CertificateFiles(certificate, key, Optional.empty(), password).read();

        assertThat(read.checked(Instant.now()).chain()).as(form).hasSize(1);
    }

    @Test
    void shouldRefuseAPasswordThatNothingNeeds() {
        Path file = own.writePem(directory.resolve("server.pem"));

        assertRefused(
                () -> new CertificateFiles(file, file, Optional.empty(), Optional.of("secret")).read(),
                file,
                "has a key that is not encrypted, and a password is given for it");
    }

    @Test
    void shouldNameThePasswordFileThatCannotBeRead() throws Exception {
        Path missing = directory.resolve("no-password");
        Path chain = TestCertificate.writePrivately(directory.resolve("chain.pem"), own.pemChain());
        Path key = TestCertificate.writePrivately(
                directory.resolve("key.pem"), openssl("genpkey -algorithm ED25519 -aes256 -pass pass:secret"));

        assertThatThrownBy(() -> new CertificateFiles(chain, key, Optional.of(missing), Optional.empty()).read())
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining("The file " + missing + " cannot be read")
                .hasMessageNotContaining(key.toString());
    }

    @Test
    void shouldRefuseAPkcs12FileWithoutTheCertificateOfItsKey() throws Exception {
        Path key = TestCertificate.writePrivately(directory.resolve("key.pem"), own.pemKey());
        Path file = directory.resolve("server.p12");
        String ignored = openssl("pkcs12 -export -nocerts -inkey " + key + " -passout pass:secret -out " + file);

        assertRefused(
                () -> new CertificateFiles(file, file, Optional.empty(), Optional.of("secret")).read(),
                file,
                "has a private key and no certificate for it");
    }

    @Test
    void shouldCountOnlyPrivateKeysOfAPkcs12File() throws Exception {
        KeyStore.SecretKeyEntry secret = new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES"));
        KeyStore.PasswordProtection protection = new KeyStore.PasswordProtection(TestCertificate.PASSWORD);
        KeyStore onlySecret = KeyStore.getInstance("PKCS12");
        onlySecret.load(null, null);
        onlySecret.setEntry("secret", secret, protection);
        KeyStore both = own.keyStore();
        both.setEntry("secret", secret, protection);

        Path alone = stored(onlySecret, "alone.p12");
        assertRefused(
                () -> new CertificateFiles(alone, alone, Optional.empty(), Optional.of("secret")).read(),
                alone,
                "must have one private key, and has 0");
        Path beside = stored(both, "beside.p12");
        assertThat(new CertificateFiles(beside, beside, Optional.empty(), Optional.of("secret")).read())
                .isEqualTo(own.certified());
    }

    private Path stored(KeyStore store, String name) throws Exception {
        Path file = TestCertificate.writePrivately(directory.resolve(name), "");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, TestCertificate.PASSWORD);
        }
        return file;
    }

    @Test
    void shouldRefuseAKindOfKeyByItsName() throws Exception {
        Path key = TestCertificate.writePrivately(
                directory.resolve("key.pem"), openssl("genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048"));
        Path certificate = directory.resolve("certificate.pem");
        String ignored = openssl("req -x509 -new -key " + key + " -subj /CN=server"
                + " -addext subjectAltName=DNS:localhost -out " + certificate);

        assertThatThrownBy(() -> new CertificateFiles(certificate, key, Optional.empty(), Optional.empty())
                        .read()
                        .checked(Instant.now()))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining("has a key for RSASSA-PSS, and must have one for RSA, EC or EdDSA");
    }

    @Test
    void shouldNameTheFileWhoseBase64IsNone() {
        String wrong = "-----BEGIN CERTIFICATE-----\nA\n-----END CERTIFICATE-----\n";
        Path file = TestCertificate.writePrivately(directory.resolve("wrong.pem"), wrong + own.pemKey());

        assertRefused(() -> files(file).read(), file, "has a block that is no base64");
    }

    private static String openssl(String arguments) throws Exception {
        Process openssl = new ProcessBuilder(("openssl " + arguments).split(" ", -1))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(openssl.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertThat(openssl.waitFor()).as("openssl %s", arguments).isZero();
        return output;
    }

    @Test
    void shouldNameTheFileThatIsMissingBrokenOrTooLarge() throws IOException {
        Path missing = directory.resolve("missing.pem");
        Path text = Files.writeString(directory.resolve("text.pem"), "no certificate");
        Path large = Files.write(directory.resolve("large.pem"), new byte[2 << 20]);
        Path keyOnly = TestCertificate.writePrivately(directory.resolve("key.pem"), own.pemKey());
        Path chainOnly = TestCertificate.writePrivately(directory.resolve("chain.pem"), own.pemChain());
        String cut = own.pemChain().replaceFirst("(?s)MII.{40}", "MII");
        Path damaged = TestCertificate.writePrivately(directory.resolve("damaged.pem"), cut + own.pemKey());

        assertRefused(() -> files(missing).read(), missing, "cannot be read");
        assertRefused(() -> files(large).read(), large, "more than 1048576 bytes");
        assertRefused(() -> files(keyOnly).read(), keyOnly, "has no certificate");
        assertRefused(() -> files(chainOnly).read(), chainOnly, "has no private key");
        assertRefused(() -> files(damaged).read(), damaged, "certificate that cannot be read");
        assertThatThrownBy(() -> files(text).read()).hasMessageContaining(text.toString());
    }

    @Test
    void shouldRefuseAKeyThatOtherUsersMayReadOrWrite() throws IOException {
        for (String open : List.of("rw----r--", "rw-rw----", "rw-----w-")) {
            Path file = own.writePem(directory.resolve("open.pem"));
            Path ignored = Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(open));

            assertRefused(() -> files(file).read(), file, "chmod 600 " + file);
        }
        Path shared = own.writePem(directory.resolve("shared.pem"));
        Path ignored = Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(files(shared).read()).isEqualTo(own.certified());
    }

    @Test
    void shouldAskForThePasswordOfAnEncryptedKey() throws Exception {
        Path key = TestCertificate.writePrivately(
                directory.resolve("key.pem"), openssl("genpkey -algorithm ED25519 -aes256 -pass pass:secret"));
        Path chain = TestCertificate.writePrivately(directory.resolve("chain.pem"), own.pemChain());

        assertRefused(
                () -> new CertificateFiles(chain, key, Optional.empty(), Optional.empty()).read(),
                key,
                "there is no password for it");
    }

    @Test
    void shouldRefuseWhatNoClientWouldAccept() {
        assertUnusable(TestCertificate.named("x").expired(), "expired at");
        assertUnusable(TestCertificate.named("x").notYetValid(), "is valid from");
        assertUnusable(TestCertificate.named("x").withoutHost(), "no subject alternative name");
        assertUnusable(TestCertificate.named("x").versionOne(), "no subject alternative name");
        assertUnusable(TestCertificate.named("x").key("RSA", 1024), "RSA key of 1024 bits");
        assertUnusable(TestCertificate.named("x").keyUsage(0x20), "digitalSignature");
        assertUnusable(TestCertificate.named("x").purposes("1.3.6.1.5.5.7.3.2"), "serverAuth");
        assertUnusable(TestCertificate.named("x").withUnknownCriticalExtension(), "critical extension");
        assertUnusable(TestCertificate.named("x").withBrokenSignature(), "is not signed by");
    }

    private static void assertUnusable(TestCertificate.Builder wrong, String rule) {
        assertThatThrownBy(() -> wrong.make().certified().checked(Instant.now()))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining(rule);
    }

    @Test
    void shouldRefuseAKeyAndAChainThatDoNotBelongTogether() {
        TestCertificate other = TestCertificate.named("other").make();
        CertifiedKey swapped = new CertifiedKey(own.key(), List.of(AUTHORITY.certificate(), own.certificate()));
        CertifiedKey foreign = new CertifiedKey(own.key(), List.of(own.certificate(), other.certificate()));

        assertThatThrownBy(() -> own.withKeyOf(other).certified().checked(Instant.now()))
                .hasMessageContaining("the private key is not the one of the first certificate");
        assertThatThrownBy(() -> swapped.checked(Instant.now())).hasMessageContaining("its certificate first");
        assertThatThrownBy(() -> foreign.checked(Instant.now())).hasMessageContaining("is not signed by");
    }

    private static void assertRefused(ThrowingCallable read, Path file, String why) {
        assertThatThrownBy(read)
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(why);
    }

    private static CertificateFiles files(Path one) {
        return new CertificateFiles(one, one, Optional.empty(), Optional.empty());
    }
}
