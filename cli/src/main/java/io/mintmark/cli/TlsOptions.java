package io.mintmark.cli;

import io.mintmark.cli.terminal.DependentOptions;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.server.TlsSettings;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How the server speaks TLS; its password is never typed, since every process of the machine can read what is. */
final class TlsOptions {
    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "Speak TLS, and nothing else, with the certificates and the key in this file: PEM, the"
                    + " server's own certificate first, or PKCS#12. Read again when it changes. Default: plain HTTP")
    private @Nullable Path certificate;

    @Option(
            names = "--certificate-key",
            paramLabel = "FILE",
            hidden = true,
            description = "PEM file with the key of --certificate. Default: the same file")
    private @Nullable Path key;

    @Option(
            names = "--certificate-password-file",
            paramLabel = "FILE",
            hidden = true,
            description = "File whose first line opens the PKCS#12 file or the encrypted key."
                    + " Default: the variable " + Variables.CERTIFICATE_PASSWORD)
    private @Nullable Path passwordFile;

    @Option(
            names = "--client-certificates",
            paramLabel = "ask|never",
            hidden = true,
            converter = Values.Asking.Converter.class,
            description = "Whether the server asks clients for a certificate; they need not have one, and any is"
                    + " taken. With never, no browser asks its user to choose one. Default: ask")
    private Values.@Nullable Asking clientCertificates;

    /** Returns how to speak TLS, if that was asked for; refuses what says how and not with which certificate. */
    Optional<TlsSettings> settings(CommandLine command, Variables variables) {
        if (certificate == null) {
            refuseWithoutCertificate(command, variables);
            return Optional.empty();
        }
        TlsSettings settings = TlsSettings.of(certificate);
        if (key != null) {
            settings = settings.withKey(key);
        }
        Optional<String> password = variables.certificatePassword();
        if (passwordFile != null && password.isPresent()) {
            throw new ParameterException(
                    command,
                    "the password of --certificate is given twice: unset " + Variables.CERTIFICATE_PASSWORD
                            + ", or leave --certificate-password-file out");
        }
        settings = passwordFile == null ? settings : settings.withPasswordFile(passwordFile);
        settings = password.isEmpty() ? settings : settings.withPassword(password.get());
        return Optional.of(settings.withClientCertificates(clientCertificates != Values.Asking.NEVER));
    }

    private void refuseWithoutCertificate(CommandLine command, Variables variables) {
        new DependentOptions()
                .and("--certificate-key", key)
                .and("--certificate-password-file", passwordFile)
                .and("--client-certificates", clientCertificates)
                .and(
                        "the variable " + Variables.CERTIFICATE_PASSWORD,
                        variables.certificatePassword().orElse(null))
                .refuse(command, "--certificate: without one the server speaks plain HTTP; give the file");
    }
}
