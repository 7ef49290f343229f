package io.mintmark.web.tls;

import io.mintmark.MintmarkException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** TLS on the side of a program that calls a server, from the same kinds of files as the server's. */
public final class ClientTls {
    private ClientTls() {}

    /**
     * Returns a context that trusts the certificates in one file, or those that Java trusts, and shows the one in
     * others.
     *
     * @throws MintmarkException if a file cannot be used; the message says which and why
     */
    public static SSLContext context(Optional<Path> trusted, Optional<CertificateFiles> own) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    own.isEmpty() ? null : keys(checked(own.get())),
                    trusted.isEmpty() ? null : trust(trusted.get()),
                    null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every Java speaks TLS", e);
        }
    }

    private static CertifiedKey checked(CertificateFiles files) {
        try {
            return files.read().checkedForClient();
        } catch (MintmarkException e) {
            throw new MintmarkException("The certificate to show cannot be used: " + e.getMessage() + ".", e);
        }
    }

    private static KeyManager[] keys(CertifiedKey own) throws GeneralSecurityException, IOException {
        char[] inMemory = new char[0];
        KeyStore store = empty();
        store.setKeyEntry("own", own.key(), inMemory, own.chain().toArray(new X509Certificate[0]));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, inMemory);
        return factory.getKeyManagers();
    }

    private static TrustManager[] trust(Path file) throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        List<X509Certificate> all = certificates(file);
        for (int i = 0; i < all.size(); i++) {
            store.setCertificateEntry("trusted" + i, all.get(i));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static List<X509Certificate> certificates(Path file) {
        try {
            return CertificateFiles.certificates(file);
        } catch (MintmarkException e) {
            throw new MintmarkException(
                    "The certificates to trust cannot be used: " + e.getMessage()
                            + ". Give the certificate of the server's authority, or the server's own, as PEM.",
                    e);
        }
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        char @Nullable [] none = null;
        store.load(null, none);
        return store;
    }
}
