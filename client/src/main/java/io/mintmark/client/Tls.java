package io.mintmark.client;

import io.mintmark.client.exceptions.InvalidCertificateException;
import io.mintmark.internal.Given;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Makes an {@link SSLContext} from certificate files; the server's name and certificate are always checked. */
public final class Tls {
    private static final String CERTIFICATE = "name the file with the client's certificate and key";
    private static final String TRUSTED = "name the file with the certificates to trust";

    private Tls() {}

    /**
     * Uses the client certificate in a PKCS#12 file, and trusts the certificates that the JVM trusts.
     *
     * @throws InvalidCertificateException if the file cannot be read, opened with the password, or has no key
     */
    public static SSLContext withCertificate(Path pkcs12, char[] password) {
        return context(Given.required("pkcs12", pkcs12, CERTIFICATE), password, null, null);
    }

    /**
     * Uses the client certificate in a PKCS#12 file, and trusts only the certificates in another one.
     *
     * @throws InvalidCertificateException if a file cannot be read or opened with its password
     */
    public static SSLContext withCertificate(Path pkcs12, char[] password, Path trusted, char[] trustedPassword) {
        return context(
                Given.required("pkcs12", pkcs12, CERTIFICATE),
                password,
                Given.required("trusted", trusted, TRUSTED),
                trustedPassword);
    }

    /**
     * Uses no client certificate, and trusts only the certificates in a PKCS#12 file.
     *
     * @throws InvalidCertificateException if the file cannot be read, opened with its password, or has nobody to trust
     */
    public static SSLContext trusting(Path trusted, char[] trustedPassword) {
        return context(null, null, Given.required("trusted", trusted, TRUSTED), trustedPassword);
    }

    private static SSLContext context(
            @Nullable Path pkcs12,
            char @Nullable [] password,
            @Nullable Path trusted,
            char @Nullable [] trustedPassword) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    pkcs12 == null ? null : keys(pkcs12, password).getKeyManagers(),
                    trusted == null ? null : trust(trusted, trustedPassword).getTrustManagers(),
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new InvalidCertificateException("The certificate could not be used: " + e.getMessage(), e);
        }
    }

    private static KeyManagerFactory keys(Path file, char @Nullable [] password) throws GeneralSecurityException {
        KeyStore store = store(file, password);
        if (!hasKey(store)) {
            throw new InvalidCertificateException(
                    file + " has no private key: give the PKCS#12 file that was made with the certificate.", null);
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, password);
        return factory;
    }

    private static boolean hasKey(KeyStore store) throws GeneralSecurityException {
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias)) {
                return true;
            }
        }
        return false;
    }

    private static TrustManagerFactory trust(Path file, char @Nullable [] password) throws GeneralSecurityException {
        KeyStore store = store(file, password);
        if (!store.aliases().hasMoreElements()) {
            throw new InvalidCertificateException(
                    file
                            + " has no certificate that Java trusts: make it by keytool -importcert -storetype PKCS12, or by"
                            + " openssl pkcs12 -export -nokeys with -jdktrust anyExtendedKeyUsage.",
                    null);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }

    private static KeyStore store(Path file, char @Nullable [] password) throws GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            return store;
        } catch (IOException e) {
            throw new InvalidCertificateException(
                    file + " could not be read as PKCS#12 with this password: " + e.getMessage(), e);
        }
    }
}
