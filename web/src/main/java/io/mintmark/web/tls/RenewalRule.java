package io.mintmark.web.tls;

import io.mintmark.MintmarkException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What a renewed certificate must keep of the one before it, since clients that are served now would be refused
 * otherwise: the names by which they call the server, the chain, and how it is signed. Immutable.
 *
 * <p>Only what the present certificate has can be lost: behind a proxy it need not have the public URL's name. Once the
 * present one is over, any sound one is better.
 */
final class RenewalRule {
    private static final int DNS = 2;
    private static final int ADDRESS = 7;
    private static final Pattern LITERAL = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|.*:.*");
    private static final Pattern WEAK_SIGNATURE =
            Pattern.compile("(SHA-?1|MD)[^0-9].*|MD[0-9].*", Pattern.CASE_INSENSITIVE);

    private final List<String> hosts;

    /** {@code hosts} are names and addresses by which clients call this server. */
    RenewalRule(Collection<String> hosts) {
        this.hosts = hosts.stream().map(RenewalRule::bare).distinct().sorted().toList();
    }

    private static String bare(String host) {
        String name = host.toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
        return name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
    }

    /** Refuses {@code next} with the first thing that it lacks and {@code present} has. */
    void require(CertifiedKey next, CertifiedKey present, Instant now) {
        if (Validity.of(present.certificate()).isOver(now)) {
            return;
        }
        for (String host : hosts) {
            if (hasName(present.certificate(), host) && !hasName(next.certificate(), host)) {
                throw refusal(
                        next,
                        "lacks the name " + host + ", by which clients call this server, and which the present one has:"
                                + " have it made with all names");
            }
        }
        if (present.chain().size() > 1 && next.chain().size() == 1 && !isSelfIssued(next.certificate())) {
            throw refusal(
                    next,
                    "stands alone, and the present one has its issuer's certificate beside it, without which"
                            + " clients may not know whom to trust: give the whole chain");
        }
        if (isWeaklySigned(next) && !isWeaklySigned(present)) {
            throw refusal(
                    next,
                    "or its issuer's is signed by " + next.certificate().getSigAlgName()
                            + " or another method that clients refuse, and the present one is not: have it made anew");
        }
    }

    private static MintmarkException refusal(CertifiedKey next, String why) {
        return new MintmarkException("the certificate " + next.certificate().getSubjectX500Principal() + " " + why
                + ", or restart the server to show this one as it is");
    }

    private static boolean isSelfIssued(X509Certificate certificate) {
        return certificate.getIssuerX500Principal().equals(certificate.getSubjectX500Principal());
    }

    /** What signs itself is trusted for itself, and not for its signature. */
    private static boolean isWeaklySigned(CertifiedKey key) {
        return key.chain().stream()
                .filter(each -> !isSelfIssued(each))
                .anyMatch(each -> WEAK_SIGNATURE.matcher(each.getSigAlgName()).matches());
    }

    /** Returns whether clients that call {@code host} accept the certificate for it. (RFC 6125, 6.4) */
    static boolean hasName(X509Certificate certificate, String host) {
        String bare = bare(host);
        int kind = LITERAL.matcher(bare).matches() ? ADDRESS : DNS;
        try {
            Collection<List<?>> names = Objects.requireNonNullElse(certificate.getSubjectAlternativeNames(), List.of());
            return names.stream()
                    .filter(name -> Objects.equals(name.get(0), kind))
                    .map(name -> String.valueOf(name.get(1)))
                    .anyMatch(name -> kind == ADDRESS ? isSameAddress(name, bare) : matches(bare(name), bare));
        } catch (CertificateParsingException e) {
            return false;
        }
    }

    /** An asterisk stands for the first label as a whole. */
    private static boolean matches(String name, String host) {
        return name.equals(host)
                || (name.startsWith("*.")
                        && host.indexOf('.') > 0
                        && host.substring(host.indexOf('.')).equals(name.substring(1)));
    }

    /** Both are literals, so nobody is asked for them. */
    private static boolean isSameAddress(String one, String other) {
        try {
            return InetAddress.getByName(one).equals(InetAddress.getByName(other));
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
