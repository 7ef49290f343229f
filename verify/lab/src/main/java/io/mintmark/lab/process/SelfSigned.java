package io.mintmark.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A certificate for this machine that nobody else signed, and its key of the curve P-256, as PEM files.
 *
 * @param certificate the file of the certificate
 * @param key the file of the key
 */
public record SelfSigned(Path certificate, Path key) {

    /** Makes them in {@code directory}, which is created, by {@code openssl}. */
    public static SelfSigned make(Path directory) throws IOException {
        Files.createDirectories(directory);
        SelfSigned made = new SelfSigned(directory.resolve("certificate.pem"), directory.resolve("key.pem"));
        List<String> command =
                new ArrayList<>(List.of("openssl", "req", "-x509", "-nodes", "-days", "30", "-newkey", "ec"));
        command.addAll(List.of("-pkeyopt", "ec_paramgen_curve:P-256", "-subj", "/CN=localhost"));
        command.addAll(List.of("-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"));
        command.addAll(List.of("-keyout", made.key.toString(), "-out", made.certificate.toString()));
        String ignored = Child.output(command);
        return made;
    }

    /** Returns the options by which {@code mintmark serve} shows it. */
    public List<String> options() {
        return List.of("--certificate", certificate.toString(), "--certificate-key", key.toString());
    }
}
