package io.mintmark.web.tls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** Reads the private keys that PEM files hold: PKCS#8, encrypted or not, PKCS#1 and SEC 1. */
final class PemKey {
    private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";

    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    private static final byte[] VERSION_ZERO = {0x02, 0x01, 0x00};

    private PemKey() {}

    static boolean isKey(PemBlock block) {
        return block.label().endsWith("PRIVATE KEY");
    }

    static boolean isEncrypted(PemBlock block) {
        return block.label().equals(ENCRYPTED);
    }

    /**
     * Returns the key in {@code block}.
     *
     * @param certified the public key that belongs to it
     * @param password opens an encrypted block
     */
    static PrivateKey read(PemBlock block, PublicKey certified, char[] password)
            throws GeneralSecurityException, IOException {
        KeyFactory factory = KeyFactory.getInstance(certified.getAlgorithm());
        return factory.generatePrivate(
                switch (block.label()) {
                    case "PRIVATE KEY" -> new PKCS8EncodedKeySpec(block.der());
                    case ENCRYPTED -> decrypted(block.der(), password);
                    // Older forms hold the same numbers without the name of the algorithm, which the certificate knows.
                    default ->
                        new PKCS8EncodedKeySpec(der(
                                SEQUENCE,
                                VERSION_ZERO,
                                algorithm(certified.getEncoded()),
                                der(OCTET_STRING, block.der())));
                });
    }

    private static PKCS8EncodedKeySpec decrypted(byte[] der, char[] password)
            throws GeneralSecurityException, IOException {
        EncryptedPrivateKeyInfo sealed = new EncryptedPrivateKeyInfo(der);
        // The parameters spell the whole algorithm out; its name alone says only that there are parameters.
        String algorithm = sealed.getAlgParameters().toString();
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(
                Cipher.DECRYPT_MODE,
                SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password)),
                sealed.getAlgParameters());
        return sealed.getKeySpec(cipher);
    }

    /** Returns the algorithm in a public key's encoding: the first element of its sequence. */
    private static byte[] algorithm(byte[] publicKey) {
        int begin = contentOf(publicKey, 0);
        int content = contentOf(publicKey, begin);
        return Arrays.copyOfRange(publicKey, begin, content + lengthOf(publicKey, begin));
    }

    private static int contentOf(byte[] der, int element) {
        int length = der[element + 1] & 0xff;
        return element + 2 + (length < 0x80 ? 0 : length - 0x80);
    }

    private static int lengthOf(byte[] der, int element) {
        int length = 0;
        int content = contentOf(der, element);
        for (int i = content == element + 2 ? element + 1 : element + 2; i < content; i++) {
            length = length << 8 | der[i] & 0xff;
        }
        return length;
    }

    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        int length = content.size();
        if (length >= 0x80) {
            element.write(length > 0xff ? 0x82 : 0x81);
        }
        if (length > 0xff) {
            element.write(length >> 8);
        }
        element.write(length);
        element.writeBytes(content.toByteArray());
        return element.toByteArray();
    }
}
