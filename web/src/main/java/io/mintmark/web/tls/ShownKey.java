package io.mintmark.web.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Shows one key to each client that handshakes, and another one from the moment it is told to. Thread-safe.
 *
 * <p>A handshake asks for an alias first, then for its key and its certificates. An alias therefore stands for one key
 * for ever; the key before the present one is kept for handshakes that had begun.
 */
final class ShownKey extends X509ExtendedKeyManager {
    private volatile Shown shown;

    private record Alias(String name, CertifiedKey key) {}

    private record Shown(Alias present, Alias before) {}

    ShownKey(CertifiedKey first) {
        Alias only = new Alias("1", first);
        this.shown = new Shown(only, only);
    }

    /** Shows {@code next} from now on. */
    synchronized void change(CertifiedKey next) {
        Alias before = shown.present();
        shown = new Shown(new Alias(Integer.toString(Integer.parseInt(before.name()) + 1), next), before);
    }

    CertifiedKey present() {
        return shown.present().key();
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        Alias present = shown.present();
        String own = present.key().certificate().getPublicKey().getAlgorithm();
        return own.equals(keyType) ? present.name() : null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chooseEngineServerAlias(keyType, issuers, null);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        CertifiedKey key = find(alias);
        return key == null ? null : key.key();
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        CertifiedKey key = find(alias);
        return key == null ? null : key.chain().toArray(new X509Certificate[0]);
    }

    private @Nullable CertifiedKey find(String alias) {
        Shown both = shown;
        if (both.present().name().equals(alias)) {
            return both.present().key();
        }
        return both.before().name().equals(alias) ? both.before().key() : null;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        String alias = chooseEngineServerAlias(keyType, issuers, null);
        return alias == null ? null : new String[] {alias};
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
