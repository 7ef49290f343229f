package io.mintmark.web.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** A certificate and its key, right or wrong in any of the ways that certificates can be wrong. */
public final class TestCertificate {
    public static final char[] PASSWORD = "secret".toCharArray();

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss");

    private final KeyPair keys;
    private final X509Certificate certificate;
    private final List<X509Certificate> issuers;

    private TestCertificate(KeyPair keys, X509Certificate certificate, List<X509Certificate> issuers) {
        this.keys = keys;
        this.certificate = certificate;
        this.issuers = issuers;
    }

    /** Starts a certificate that is as it should be: for localhost, on either side of a connection, for a year. */
    public static Builder named(String name) {
        return new Builder(name);
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public PrivateKey key() {
        return keys.getPrivate();
    }

    CertifiedKey certified() {
        List<X509Certificate> chain = new ArrayList<>(List.of(certificate));
        chain.addAll(issuers);
        return new CertifiedKey(key(), chain);
    }

    /** Returns a context that shows this certificate and trusts only {@code others}. */
    public SSLContext trusting(TestCertificate... others) {
        return context(keyStore(), others);
    }

    /** Returns a context that shows no certificate and trusts only {@code servers}. */
    public static SSLContext onlyTrusting(TestCertificate... servers) {
        return context(null, servers);
    }

    private static SSLContext context(@Nullable KeyStore own, TestCertificate... others) {
        try {
            KeyManagerFactory shown = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            shown.init(own, PASSWORD);
            TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(trustStore(others));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own == null ? null : shown.getKeyManagers(), trusted.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public KeyStore keyStore() {
        try {
            KeyStore store = empty();
            store.setKeyEntry("key", key(), PASSWORD, certified().chain().toArray(new X509Certificate[0]));
            return store;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static KeyStore trustStore(TestCertificate... trusted) {
        try {
            KeyStore store = empty();
            for (int i = 0; i < trusted.length; i++) {
                store.setCertificateEntry("trusted" + i, trusted[i].certificate);
            }
            return store;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyStore empty() throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the certificate, and those of its issuers, as PEM. */
    public String pemChain() {
        StringBuilder pem = new StringBuilder();
        try {
            for (X509Certificate each : certified().chain()) {
                pem.append(pem("CERTIFICATE", each.getEncoded()));
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        return pem.toString();
    }

    public String pemKey() {
        return pem("PRIVATE KEY", key().getEncoded());
    }

    static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(der) + "\n-----END " + label
                + "-----\n";
    }

    /** Writes certificate and key, which {@link #PASSWORD} opens. */
    public void writePkcs12(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            keyStore().store(out, PASSWORD);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java writes PKCS#12", e);
        }
    }

    /** Writes chain and key into one file that only its owner may read. */
    public Path writePem(Path file) {
        return writePrivately(file, pemChain() + pemKey());
    }

    /** Writes {@code text} into a file that only its owner may read. */
    public static Path writePrivately(Path file, String text) {
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns this certificate with the key of {@code other}. */
    public TestCertificate withKeyOf(TestCertificate other) {
        return new TestCertificate(other.keys, certificate, issuers);
    }

    /** Decides how a certificate is. */
    public static final class Builder {
        private final X500Principal name;
        private String algorithm = "EC";
        private int bits = 256;
        private Instant begins = Instant.now().minus(1, ChronoUnit.HOURS);
        private Instant ends = Instant.now().plus(365, ChronoUnit.DAYS);
        private String host = "localhost";
        private byte[] usage = {(byte) 0x80};
        private String[] purposes = {"1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"};
        private @Nullable TestCertificate issuer;
        private boolean authority;
        private boolean first;
        private boolean broken;
        private boolean strange;
        private int padding;

        private Builder(String name) {
            this.name = new X500Principal("CN=" + name);
        }

        public Builder key(String algorithm, int bits) {
            this.algorithm = algorithm;
            this.bits = bits;
            return this;
        }

        public Builder valid(Instant begins, Instant ends) {
            this.begins = begins;
            this.ends = ends;
            return this;
        }

        public Builder expired() {
            return valid(begins.minus(10, ChronoUnit.DAYS), begins);
        }

        public Builder notYetValid() {
            return valid(ends, ends.plus(10, ChronoUnit.DAYS));
        }

        public Builder host(String host) {
            this.host = host;
            return this;
        }

        /** Names no host: clients cannot know whose it is. */
        public Builder withoutHost() {
            return host("");
        }

        public Builder keyUsage(int bitString) {
            this.usage = new byte[] {(byte) bitString};
            return this;
        }

        public Builder purposes(String... oids) {
            this.purposes = oids;
            return this;
        }

        public Builder issuedBy(TestCertificate issuer) {
            this.issuer = issuer;
            return this;
        }

        public Builder authority() {
            this.authority = true;
            return this;
        }

        /** Makes a certificate of version 1, which has no extensions. */
        public Builder versionOne() {
            this.first = true;
            return this;
        }

        public Builder withBrokenSignature() {
            this.broken = true;
            return this;
        }

        public Builder withUnknownCriticalExtension() {
            this.strange = true;
            return this;
        }

        public Builder padded(int bytes) {
            this.padding = bytes;
            return this;
        }

        public TestCertificate make() {
            try {
                KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
                if (bits > 0) {
                    generator.initialize(bits);
                }
                KeyPair keys = generator.generateKeyPair();
                byte[] der = signed(keys, issuer == null ? keys.getPrivate() : issuer.key());
                X509Certificate made = (X509Certificate)
                        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
                return new TestCertificate(
                        keys,
                        made,
                        issuer == null ? List.of() : issuer.certified().chain());
            } catch (GeneralSecurityException | IOException e) {
                throw new IllegalStateException(e);
            }
        }

        private byte[] signed(KeyPair keys, PrivateKey signer) throws GeneralSecurityException, IOException {
            byte[] method = methodOf(signer);
            byte[] content = content(keys, method);
            Signature signature = Signature.getInstance(
                    switch (signer.getAlgorithm()) {
                        case "EC" -> "SHA256withECDSA";
                        case "RSA" -> "SHA256withRSA";
                        default -> signer.getAlgorithm();
                    });
            signature.initSign(signer);
            signature.update(content);
            if (broken) {
                signature.update((byte) 1);
            }
            return Der.sequence(content, method, Der.bits(signature.sign()));
        }

        private static byte[] methodOf(PrivateKey signer) {
            return switch (signer.getAlgorithm()) {
                case "EC" -> Der.sequence(Der.oid("1.2.840.10045.4.3.2"));
                case "RSA" -> Der.sequence(Der.oid("1.2.840.113549.1.1.11"), new byte[] {5, 0});
                default -> Der.sequence(Der.oid("1.3.101.112"));
            };
        }

        private byte[] content(KeyPair keys, byte[] method) throws IOException {
            byte[] head = Der.sequence(
                    first ? new byte[0] : Der.element(0xa0, Der.element(2, new byte[] {2})),
                    Der.integer(17),
                    method,
                    (issuer == null ? name : issuer.certificate.getSubjectX500Principal()).getEncoded(),
                    Der.sequence(Der.time(text(begins)), Der.time(text(ends))),
                    name.getEncoded(),
                    keys.getPublic().getEncoded(),
                    first ? new byte[0] : Der.element(0xa3, Der.sequence(extensions())));
            return head;
        }

        private static String text(Instant time) {
            return TIME.format(LocalDateTime.ofInstant(time, ZoneOffset.UTC));
        }

        private byte[][] extensions() throws IOException {
            List<byte[]> extensions = new ArrayList<>();
            extensions.add(extension(
                    "2.5.29.19", true, authority ? Der.sequence(Der.element(1, new byte[] {-1})) : Der.sequence()));
            extensions.add(
                    extension("2.5.29.15", true, Der.element(3, new byte[] {0}, authority ? new byte[] {4} : usage)));
            if (!authority) {
                byte[][] uses = new byte[purposes.length][];
                for (int i = 0; i < uses.length; i++) {
                    uses[i] = Der.oid(purposes[i]);
                }
                extensions.add(extension("2.5.29.37", false, Der.sequence(uses)));
            }
            if (!host.isEmpty()) {
                byte[] loopback = InetAddress.getByName("127.0.0.1").getAddress();
                extensions.add(extension(
                        "2.5.29.17",
                        false,
                        Der.sequence(
                                Der.element(0x82, host.getBytes(US_ASCII)),
                                host.equals("localhost") ? Der.element(0x87, loopback) : new byte[0])));
            }
            if (strange) {
                extensions.add(extension("1.3.6.1.4.1.99999.1", true, new byte[] {5, 0}));
            }
            if (padding > 0) {
                extensions.add(extension("1.3.6.1.4.1.99999.2", false, Der.octets(new byte[padding])));
            }
            return extensions.toArray(new byte[0][]);
        }

        private static byte[] extension(String oid, boolean critical, byte[] value) {
            return Der.sequence(
                    Der.oid(oid), critical ? Der.element(1, new byte[] {-1}) : new byte[0], Der.octets(value));
        }
    }
}
