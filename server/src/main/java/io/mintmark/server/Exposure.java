package io.mintmark.server;

import io.mintmark.MintmarkException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether others can reach a server: without access control that must be meant, and without TLS it is said. */
final class Exposure {
    private static final Logger LOG = LoggerFactory.getLogger(Exposure.class);

    /** By its text, because a name that others look up need not be known here. */
    private static final Pattern LOOPBACK_NAME =
            Pattern.compile("(?:.+\\.)?localhost|127(?:\\.[0-9]{1,3}){3}|\\[::1]", Pattern.CASE_INSENSITIVE);

    private Exposure() {}

    /**
     * Refuses settings by which strangers could reach a server that asks nobody, unless they say that this is meant.
     */
    static void requireConsent(ServerSettings settings, boolean asksWhoCalls) {
        boolean loopback = isLoopback(settings.host());
        Optional<URI> proxy = settings.publicUrl().filter(url -> !isLoopbackName(url));
        if (asksWhoCalls) {
            if (!loopback || proxy.isPresent()) {
                warnOfReadableTokens(settings, proxy.map(URI::toString).orElse(settings.host()));
            }
        } else if (!settings.allowUnauthenticated()) {
            if (!loopback) {
                throw refusal(settings, "The host " + settings.host() + " is not loopback", "bind 127.0.0.1");
            }
            proxy.ifPresent(url -> {
                throw refusal(settings, "The URL " + url + " of --public-url is not on loopback", "leave the URL out");
            });
        }
    }

    private static MintmarkException refusal(ServerSettings settings, String what, String orElse) {
        String where = settings.store().isPresent() ? " --store …" : "";
        return new MintmarkException(
                what + ", and this server asks nobody who they are: anyone who reaches it could read"
                        + " and write everything. Let somebody in with `mintmark access add NAME --operator" + where
                        + "`, " + orElse
                        + ", or accept that with --allow-unauthenticated.");
    }

    private static boolean isLoopbackName(URI url) {
        return url.getHost() != null && LOOPBACK_NAME.matcher(url.getHost()).matches();
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new MintmarkException(
                    "The host " + host + " is no address of this machine: give one with --host.", e);
        }
    }

    private static void warnOfReadableTokens(ServerSettings settings, String where) {
        boolean proxySpeaksTls = settings.publicUrl()
                .map(URI::getScheme)
                .filter("https"::equalsIgnoreCase)
                .isPresent();
        if (settings.tls().isEmpty() && !proxySpeaksTls) {
            LOG.warn(
                    "Others can read bearer tokens on their way to {}, because there is no TLS: give the server a"
                            + " --certificate, or put a proxy with TLS in front and name its URL with --public-url.",
                    where);
        }
    }
}
