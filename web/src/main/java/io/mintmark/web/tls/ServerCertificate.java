package io.mintmark.web.tls;

import io.mintmark.MintmarkException;
import io.mintmark.internal.DaemonThreads;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate that a server shows, from files that may change while it runs. Thread-safe.
 *
 * <p>A changed file is read once it was the same at two looks, so that a key and its certificate are not read while one
 * of them is being replaced. New files that cannot be used are refused in the log, once, and the certificate before
 * them stays; connections that are open stay in any case. Refused files are read again at each look, because the cause
 * may be gone although they did not change: their rights, the time, a shortage of the machine. So is a certificate that
 * lacks what the present one has ({@link RenewalRule}), until the present one is over.
 */
public final class ServerCertificate implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerCertificate.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration WARNED_BEFORE = Duration.ofDays(21);

    /** Sessions that a client may resume hold its certificate in memory where its ticket does not. */
    private static final int SESSIONS_MAX = 4096;

    private static final int SESSION_SECONDS = 3600;

    private final CertificateFiles files;
    private final InstantSource clock;
    private final RenewalRule renewal;
    private final ShownKey shown;
    private final SSLContext context;
    private final ScheduledExecutorService looks;
    /** Used only by one thread at a time, like the fields after it. */
    private String present;

    private String seen;
    /** Written by that thread, and read by others. */
    private volatile @Nullable String refusal;

    private Instant warned = Instant.MIN;

    private ServerCertificate(
            CertificateFiles files, InstantSource clock, RenewalRule renewal, String stamp, CertifiedKey key) {
        this.files = files;
        this.clock = clock;
        this.renewal = renewal;
        this.present = stamp;
        this.seen = stamp;
        this.shown = new ShownKey(key);
        this.context = context(shown);
        this.looks = Executors.newSingleThreadScheduledExecutor(
                DaemonThreads.named(ServerCertificate.class, "mintmark-certificate"));
    }

    /**
     * Reads {@code files}, and looks at them every few seconds from then on.
     *
     * @param hosts names and addresses by which clients call the server: a renewed certificate must have those that the
     *     present one has
     * @throws MintmarkException if they cannot be used; the message says what to do
     */
    public static ServerCertificate open(CertificateFiles files, InstantSource clock, Collection<String> hosts) {
        return open(files, clock, hosts, INTERVAL);
    }

    static ServerCertificate open(
            CertificateFiles files, InstantSource clock, Collection<String> hosts, Duration interval) {
        String stamp = files.stamp();
        ServerCertificate opened =
                new ServerCertificate(files, clock, new RenewalRule(hosts), stamp, usable(files, clock));
        opened.look();
        var ignored = opened.looks.scheduleWithFixedDelay(
                opened::look, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
        return opened;
    }

    private static CertifiedKey usable(CertificateFiles files, InstantSource clock) {
        try {
            return files.read().checked(clock.instant());
        } catch (MintmarkException e) {
            throw new MintmarkException("The server's certificate cannot be used: " + e.getMessage() + ".", e);
        }
    }

    private static SSLContext context(ShownKey shown) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {shown}, new TrustManager[] {new AnyClientCertificate()}, null);
            SSLSessionContext sessions = context.getServerSessionContext();
            sessions.setSessionCacheSize(SESSIONS_MAX);
            sessions.setSessionTimeout(SESSION_SECONDS);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java speaks TLS", e);
        }
    }

    /** Returns what makes the server's ends of connections; each shows the certificate of its moment. */
    public SSLContext context() {
        return context;
    }

    /** Returns when the present certificate expires. */
    public Instant expires() {
        return shown.present().expires();
    }

    /** Returns whether the files have another certificate than the one that is shown, which was refused. */
    public boolean isRenewalRefused() {
        return refusal != null;
    }

    /** Returns whether clients that call {@code host} accept the present certificate for it. */
    public boolean isFor(String host) {
        return RenewalRule.hasName(shown.present().certificate(), host);
    }

    /** Looks once; called by one thread at a time. */
    void look() {
        try {
            readIfChanged();
            warnIfOld();
        } catch (Throwable t) {
            // What leaves a scheduled task ends its schedule, and nobody hears of it.
            say(t);
        }
    }

    private static void say(Throwable failure) {
        try {
            LOG.error("a look at the certificate's files failed; the next one follows", failure);
        } catch (Throwable worse) {
            // The next look is worth more than the line.
        }
    }

    private void readIfChanged() {
        String now = files.stamp();
        boolean settled = now.equals(seen);
        seen = now;
        if (now.equals(present)) {
            refusal = null;
        } else if (settled) {
            read(now);
        }
    }

    private void read(String stamp) {
        try {
            shown.change(renewed());
            present = stamp;
            refusal = null;
            LOG.info("New connections get the new certificate {}, which expires at {}.", name(), expires());
        } catch (MintmarkException e) {
            refuse(String.valueOf(e.getMessage()));
        }
    }

    private CertifiedKey renewed() {
        CertifiedKey next = usable(files, clock);
        try {
            renewal.require(next, shown.present(), clock.instant());
            return next;
        } catch (MintmarkException e) {
            throw new MintmarkException("The renewed certificate is refused: " + e.getMessage() + ".", e);
        }
    }

    private void refuse(String why) {
        if (!why.equals(refusal)) {
            refusal = why;
            LOG.error("{} The one that expires at {} stays.", why, expires());
        }
    }

    private void warnIfOld() {
        Instant now = clock.instant();
        if (now.plus(WARNED_BEFORE).isAfter(expires()) && now.isAfter(warned)) {
            warned = now.plus(1, ChronoUnit.DAYS);
            LOG.warn(
                    "The server's certificate {} expires at {}: replace its files, which are read without a restart.",
                    name(),
                    expires());
        }
    }

    private String name() {
        return shown.present().certificate().getSubjectX500Principal().toString();
    }

    /** Looks at the files no longer. */
    @Override
    public void close() {
        looks.shutdownNow();
    }
}
