package io.mintmark.server;

import io.mintmark.web.tls.CertificateFiles;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The certificate that a server shows, and whether it asks clients for theirs; immutable, begin with {@link #of}.
 *
 * <p>The files are read again when they change. New ones that cannot be used are refused in the log, and the
 * certificate before them stays.
 *
 * @param certificate a PKCS#12 file, or a PEM file with the chain, the server's own certificate first
 * @param key the PEM file with the private key; may be the same file
 * @param passwordFile a file whose first line opens a PKCS#12 file or an encrypted key
 * @param password the same as a text, where there is no such file
 * @param clientCertificates whether clients are asked for a certificate; they need none, and any is taken
 */
public record TlsSettings(
        Path certificate,
        Path key,
        Optional<Path> passwordFile,
        Optional<String> password,
        boolean clientCertificates) {

    /** Checks that the password is given once. */
    public TlsSettings {
        if (passwordFile.isPresent() && password.isPresent()) {
            throw new IllegalArgumentException(
                    "the certificate's password must be given once: as a text, or in the file " + passwordFile.get());
        }
    }

    /** Starts with one file that has both the certificates and the key, without a password. */
    public static TlsSettings of(Path certificate) {
        return new TlsSettings(certificate, certificate, Optional.empty(), Optional.empty(), true);
    }

    /** Returns these settings with the private key in another PEM file. */
    public TlsSettings withKey(Path other) {
        return new TlsSettings(certificate, other, passwordFile, password, clientCertificates);
    }

    /** Returns these settings with a file whose first line is the password. */
    public TlsSettings withPasswordFile(Path file) {
        return new TlsSettings(certificate, key, Optional.of(file), password, clientCertificates);
    }

    /** Returns these settings with a password. */
    public TlsSettings withPassword(String text) {
        return new TlsSettings(certificate, key, passwordFile, Optional.of(text), clientCertificates);
    }

    /** Returns these settings with clients asked for their certificates, or not. */
    public TlsSettings withClientCertificates(boolean asked) {
        return new TlsSettings(certificate, key, passwordFile, password, asked);
    }

    /** Returns everything but the password. */
    @Override
    public String toString() {
        return "TlsSettings[certificate=" + certificate + ", key=" + key + ", clientCertificates=" + clientCertificates
                + "]";
    }

    CertificateFiles files() {
        return new CertificateFiles(certificate, key, passwordFile, password);
    }
}
