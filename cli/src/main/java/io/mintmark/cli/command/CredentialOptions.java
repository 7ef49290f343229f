package io.mintmark.cli.command;

import io.mintmark.MintmarkException;
import io.mintmark.RandomBytes;
import io.mintmark.cli.terminal.BadValueException;
import io.mintmark.internal.FailureText;
import io.mintmark.web.access.Certificates;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.BearerToken;
import io.mintmark.web.access.principal.Credential;
import io.mintmark.web.access.principal.Fingerprints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How a principal is to be known: by one certificate, by a key, or by a token that is made now. */
final class CredentialOptions {
    private static final long CERTIFICATE_BYTES_MAX = 1 << 20;

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "Known by this certificate alone: a file in PEM or DER; it may be self-signed.")
    private @Nullable Path certificate;

    @Option(
            names = "--public-key-of",
            paramLabel = "FILE",
            description = "Known by the key of this certificate, so that one renewed with the same key is known, too.")
    private @Nullable Path publicKeyOf;

    @Option(
            names = "--thumbprint",
            paramLabel = "HEX",
            converter = Thumbprint.class,
            description = "Known by the certificate that has this thumbprint, of SHA-1 or SHA-256.")
    private @Nullable Credential thumbprint;

    /** A certificate by its thumbprint. */
    static final class Thumbprint implements ITypeConverter<Credential> {
        @Override
        public Credential convert(String text) {
            try {
                return Credential.ofThumbprint(text);
            } catch (MintmarkException e) {
                throw new BadValueException("must be the thumbprint of a certificate, but is '" + text
                        + "': write the 40 or 64 hexadecimal digits of its SHA-1 or SHA-256");
            }
        }
    }

    /** A credential, and the token to print if it is one of ours. */
    record Made(
            Credential credential,
            Optional<X509Certificate> certificate,
            @Nullable BearerToken token) {
        /** Returns the list, unless somebody but {@code name} is known by the same certificate. */
        AccessList unknownIn(AccessList list, String name) {
            return certificate
                    .map(brought -> list.requireNoOther(Fingerprints.of(brought), name))
                    .orElse(list);
        }
    }

    /** Returns what was asked for; without any option a token. */
    Made make(CommandSpec command, Instant now) {
        // A server's container has a variable of that name, for the server's own certificate.
        boolean typed = command.commandLine().getParseResult().hasMatchedOption("--certificate");
        @Nullable Path file = typed ? certificate : null;
        if (Stream.of(file, publicKeyOf, thumbprint).filter(Objects::nonNull).count() > 1) {
            throw new ParameterException(
                    command.commandLine(),
                    "say one of --certificate, --public-key-of and --thumbprint, or none of them for a token");
        }
        if (file != null) {
            X509Certificate read = Certificates.read(bytes(file), now);
            return new Made(Credential.of(read), Optional.of(read), null);
        }
        if (publicKeyOf != null) {
            X509Certificate read = Certificates.readForItsKey(bytes(publicKeyOf));
            return new Made(Credential.ofKeyOf(read), Optional.of(read), null);
        }
        if (thumbprint != null) {
            return new Made(thumbprint, Optional.empty(), null);
        }
        BearerToken token = BearerToken.draw(RandomBytes.secure());
        return new Made(Credential.of(token), Optional.empty(), token);
    }

    private static byte[] bytes(Path file) {
        try {
            if (Files.size(file) > CERTIFICATE_BYTES_MAX) {
                throw new MintmarkException("The certificate " + file + " has more than " + CERTIFICATE_BYTES_MAX
                        + " bytes: name the file of one certificate.");
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new MintmarkException("The certificate " + file + " cannot be read (" + FailureText.of(e) + ").", e);
        }
    }
}
