package io.mintmark.cli.terminal;

import io.mintmark.web.tls.CertificateFiles;
import io.mintmark.web.tls.ClientTls;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * How a command calls a server over TLS: which certificates it trusts, and which one it shows.
 *
 * <p>The names are not those of {@code serve}, whose variables are set for every command of a server's container: the
 * server's own certificate is none to call with.
 */
public final class CallOptions {
    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "PEM file with the certificates by which the server's is trusted: its authority's, or its"
                    + " own. Default: the authorities that Java trusts")
    private @Nullable Path trusted;

    @Option(
            names = "--own-certificate",
            paramLabel = "FILE",
            description = "Show the server this certificate, for which the file has the key: PEM, or PKCS#12.")
    private @Nullable Path certificate;

    @Option(
            names = "--own-certificate-key",
            paramLabel = "FILE",
            description = "PEM file with the key of --own-certificate. Default: the same file")
    private @Nullable Path key;

    @Option(
            names = "--own-certificate-password-file",
            paramLabel = "FILE",
            description = "File whose first line opens the PKCS#12 file or the encrypted key. Default: the variable "
                    + Variables.OWN_CERTIFICATE_PASSWORD)
    private @Nullable Path passwordFile;

    /** Returns what calls {@code server}; refuses what cannot be used for it. */
    public Caller caller(CommandLine command, URI server, Duration patience) {
        Variables variables = Variables.of(command);
        if ("http".equalsIgnoreCase(server.getScheme())) {
            refuse(command, variables, "an https URL, and " + server + " is called without TLS");
        }
        return new Caller(server, tls(command, variables), variables.token(), patience);
    }

    /** Refuses all of them for a command that calls no server now. */
    public void refuse(CommandLine command, String needed) {
        refuse(command, Variables.of(command), needed);
    }

    private void refuse(CommandLine command, Variables variables, String needed) {
        Map<String, @Nullable Object> all = ofCertificate(variables);
        all.put("--trust", trusted);
        all.put("--own-certificate", certificate);
        refuse(command, all, needed);
    }

    private static void refuse(CommandLine command, Map<String, @Nullable Object> all, String needed) {
        all.forEach((setting, value) -> {
            if (Objects.nonNull(value)) {
                String given = given(command, setting);
                throw new ParameterException(command, given + " needs " + needed + "; or leave " + given + " out");
            }
        });
    }

    /** Returns the option, or the variable that stands for it. */
    private static String given(CommandLine command, String setting) {
        OptionSpec option = command.getCommandSpec().findOption(setting);
        return option == null ? setting : Variables.of(command).origin(option);
    }

    private Map<String, @Nullable Object> ofCertificate(Variables variables) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("--own-certificate-key", key);
        all.put("--own-certificate-password-file", passwordFile);
        all.put(
                "the variable " + Variables.OWN_CERTIFICATE_PASSWORD,
                variables.ownCertificatePassword().orElse(null));
        return all;
    }

    private Optional<SSLContext> tls(CommandLine command, Variables variables) {
        Optional<CertificateFiles> own = own(command, variables);
        return trusted == null && own.isEmpty()
                ? Optional.empty()
                : Optional.of(ClientTls.context(Optional.ofNullable(trusted), own));
    }

    private Optional<CertificateFiles> own(CommandLine command, Variables variables) {
        if (certificate == null) {
            refuse(command, ofCertificate(variables), "an --own-certificate");
            return Optional.empty();
        }
        Optional<String> password = variables.ownCertificatePassword();
        if (passwordFile != null && password.isPresent()) {
            throw new ParameterException(
                    command,
                    "the password of --own-certificate is given twice: unset " + Variables.OWN_CERTIFICATE_PASSWORD
                            + ", or leave --own-certificate-password-file out");
        }
        return Optional.of(new CertificateFiles(
                certificate,
                Objects.requireNonNullElse(key, certificate),
                Optional.ofNullable(passwordFile),
                password));
    }
}
