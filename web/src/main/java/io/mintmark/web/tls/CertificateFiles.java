package io.mintmark.web.tls;

import io.mintmark.MintmarkException;
import io.mintmark.internal.FailureText;
import io.mintmark.support.SecretFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files from which a server, or a program that calls one, reads its key and its certificates.
 *
 * @param certificate a PKCS#12 file with everything, or a PEM file with the certificates
 * @param key the PEM file with the key; may be the same
 * @param passwordFile a file whose first line opens them, if one is needed and not given otherwise
 * @param password opens them, if one is needed and not in a file
 */
public record CertificateFiles(Path certificate, Path key, Optional<Path> passwordFile, Optional<String> password) {
    private static final int BYTES_MAX = 1 << 20;

    /** Returns everything but the password. */
    @Override
    public String toString() {
        return "CertificateFiles[certificate=" + certificate + ", key=" + key + "]";
    }

    /** Returns what changes whenever one of the files does. */
    String stamp() {
        StringBuilder stamp = new StringBuilder();
        for (Path file : List.of(certificate, key, passwordFile.orElse(key))) {
            try {
                BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
                stamp.append(found.lastModifiedTime())
                        .append('/')
                        .append(found.size())
                        .append('/')
                        .append(found.fileKey());
            } catch (IOException e) {
                stamp.append("none");
            }
            stamp.append('\n');
        }
        return stamp.toString();
    }

    /** Reads the files; refuses by name and remedy what cannot be used. */
    CertifiedKey read() {
        byte[] content = content(certificate);
        String text = new String(content, StandardCharsets.ISO_8859_1);
        if (PemBlock.isIn(text)) {
            return pem(text);
        }
        if (!key.equals(certificate)) {
            throw refused(certificate, "is no PEM file, as it must be where the key has a file of its own", null);
        }
        return pkcs12(content);
    }

    /** Returns the certificates of a PEM file, whatever else is in it; refuses a file without any. */
    static List<X509Certificate> certificates(Path file) {
        return certificates(file, new String(content(file), StandardCharsets.ISO_8859_1));
    }

    private static List<X509Certificate> certificates(Path file, String text) {
        List<X509Certificate> all = new ArrayList<>();
        for (PemBlock block : blocks(file, text)) {
            if (block.label().equals("CERTIFICATE")) {
                all.add(certificate(file, block));
            }
        }
        if (all.isEmpty()) {
            throw refused(file, "has no certificate (BEGIN CERTIFICATE)", null);
        }
        return all;
    }

    private CertifiedKey pem(String text) {
        List<X509Certificate> chain = certificates(certificate, text);
        String keyText = key.equals(certificate) ? text : new String(content(key), StandardCharsets.ISO_8859_1);
        PemBlock block = blocks(key, keyText).stream()
                .filter(PemKey::isKey)
                .findFirst()
                .orElseThrow(() -> refused(key, "has no private key (BEGIN PRIVATE KEY)", null));
        SecretFile.requirePrivacy(key);
        CertifiedKey.requireKind(chain.get(0));
        return new CertifiedKey(privateKey(block, chain.get(0), secret()), chain);
    }

    private static List<PemBlock> blocks(Path file, String text) {
        try {
            return PemBlock.allIn(text);
        } catch (IllegalArgumentException e) {
            throw refused(file, "has a block that is no base64 (" + FailureText.of(e) + ")", e);
        }
    }

    private static X509Certificate certificate(Path file, PemBlock block) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(block.der()));
        } catch (GeneralSecurityException e) {
            throw refused(file, "has a certificate that cannot be read (" + FailureText.of(e) + ")", e);
        }
    }

    private PrivateKey privateKey(PemBlock block, X509Certificate certified, Optional<String> secret) {
        if (PemKey.isEncrypted(block) && secret.isEmpty()) {
            throw refused(key, "has an encrypted key, and there is no password for it", null);
        }
        if (!PemKey.isEncrypted(block) && secret.isPresent()) {
            throw refused(
                    key,
                    "has a key that is not encrypted, and a password is given for it: leave the password out, or"
                            + " encrypt the key",
                    null);
        }
        try {
            return PemKey.read(
                    block, certified.getPublicKey(), secret.orElse("").toCharArray());
        } catch (GeneralSecurityException | IOException | RuntimeException e) {
            String password = PemKey.isEncrypted(block) ? " with this password" : "";
            throw refused(key, "has a key that cannot be read" + password + " (" + FailureText.of(e) + ")", e);
        }
    }

    private CertifiedKey pkcs12(byte[] content) {
        SecretFile.requirePrivacy(certificate);
        Optional<String> secret = secret();
        char[] opens = secret.orElse("").toCharArray();
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(content), opens);
            return onlyKey(store, opens);
        } catch (GeneralSecurityException | IOException e) {
            throw refused(
                    certificate,
                    secret.isPresent()
                            ? "is neither a PEM file nor a PKCS#12 file that this password opens (" + FailureText.of(e)
                                    + ")"
                            : "is neither a PEM file nor a PKCS#12 file without a password: name a file with its password",
                    e);
        }
    }

    private CertifiedKey onlyKey(KeyStore store, char[] opens) throws GeneralSecurityException {
        List<String> keys = new ArrayList<>();
        for (String alias : Collections.list(store.aliases())) {
            // A store may hold secret keys beside the private one; TLS has no use for them.
            if (store.entryInstanceOf(alias, KeyStore.PrivateKeyEntry.class)) {
                keys.add(alias);
            }
        }
        if (keys.size() != 1) {
            String remedy = keys.isEmpty() ? ": Java reads none that is not encrypted, so encrypt it, or give PEM" : "";
            throw refused(certificate, "must have one private key, and has " + keys.size() + remedy, null);
        }
        Certificate @Nullable [] chain = store.getCertificateChain(keys.get(0));
        if (chain == null || chain.length == 0) {
            throw refused(certificate, "has a private key and no certificate for it: add the certificate", null);
        }
        return new CertifiedKey(
                (PrivateKey) store.getKey(keys.get(0), opens),
                Arrays.stream(chain).map(X509Certificate.class::cast).toList());
    }

    private Optional<String> secret() {
        return passwordFile.map(SecretFile::firstLine).or(() -> password);
    }

    private static byte[] content(Path file) {
        try {
            if (Files.size(file) > BYTES_MAX) {
                throw refused(file, "has more than " + BYTES_MAX + " bytes, as no certificate has", null);
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw refused(file, "cannot be read (" + FailureText.of(e) + ")", e);
        }
    }

    private static MintmarkException refused(Path file, String why, @Nullable Throwable cause) {
        return new MintmarkException("the file " + file + " " + why, cause);
    }
}
