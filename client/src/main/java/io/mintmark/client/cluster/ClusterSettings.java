package io.mintmark.client.cluster;

import io.mintmark.internal.RandomSource;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The settings of a {@link Cluster}; immutable, made by {@link #builder}. */
public final class ClusterSettings {
    private final List<URI> urls;
    private final String database;
    private final Duration deadline;
    private final Duration attemptTimeout;
    private final Duration connectTimeout;
    private final int replyBytesMax;
    private final double retryShare;
    private final int retryReserve;
    private final boolean topologyUpdates;
    private final @Nullable SSLContext tls;
    private final @Nullable String bearerToken;
    private final Ticker ticker;
    private final Sleeper sleeper;
    private final RandomSource random;

    private ClusterSettings(Builder builder) {
        this.urls = builder.urls;
        this.database = builder.database;
        this.deadline = builder.deadline;
        this.attemptTimeout = builder.attemptTimeout;
        this.connectTimeout = builder.connectTimeout;
        this.replyBytesMax = builder.replyBytesMax;
        this.retryShare = builder.retryShare;
        this.retryReserve = builder.retryReserve;
        this.topologyUpdates = builder.topologyUpdates;
        this.tls = builder.tls;
        this.bearerToken = builder.bearerToken;
        this.ticker = builder.ticker;
        this.sleeper = builder.sleeper;
        this.random = builder.random;
    }

    /**
     * Starts from the defaults.
     *
     * @param urls the addresses of the nodes, such as {@code http://127.0.0.1:8080}; at least one, the preferred first
     * @param database the database that requests are about; empty for requests about whole servers, which need no
     *     topology
     */
    public static Builder builder(List<URI> urls, String database) {
        return new Builder(urls, database);
    }

    /**
     * Parses the addresses of nodes.
     *
     * @throws IllegalArgumentException if there is none, or if one is not an address of a server
     */
    public static List<URI> urls(String... texts) {
        return NodeUrl.parse(texts);
    }

    List<URI> urls() {
        return urls;
    }

    String database() {
        return database;
    }

    Duration deadline() {
        return deadline;
    }

    Duration attemptTimeout() {
        return attemptTimeout;
    }

    /** Returns how long a connection may take to open, which is at most one attempt. */
    Duration connectTimeout() {
        return connectTimeout.compareTo(attemptTimeout) < 0 ? connectTimeout : attemptTimeout;
    }

    int replyBytesMax() {
        return replyBytesMax;
    }

    double retryShare() {
        return retryShare;
    }

    int retryReserve() {
        return retryReserve;
    }

    boolean topologyUpdates() {
        return topologyUpdates && !database.isEmpty();
    }

    Optional<SSLContext> tls() {
        return Optional.ofNullable(tls);
    }

    Optional<String> bearerToken() {
        return Optional.ofNullable(bearerToken);
    }

    Ticker ticker() {
        return ticker;
    }

    Sleeper sleeper() {
        return sleeper;
    }

    RandomSource random() {
        return random;
    }

    /** Collects settings; not thread-safe. */
    public static final class Builder {
        private final List<URI> urls;
        private final String database;
        private Duration deadline = Duration.ofSeconds(30);
        private Duration attemptTimeout = Duration.ofSeconds(15);
        private Duration connectTimeout = Duration.ofSeconds(5);
        private int replyBytesMax = 256 << 20;
        private double retryShare = 0.1;
        private int retryReserve = 10;
        private boolean topologyUpdates = true;
        private @Nullable SSLContext tls;
        private @Nullable String bearerToken;
        private Ticker ticker = Ticker.SYSTEM;
        private Sleeper sleeper = Sleeper.SYSTEM;
        private RandomSource random = RandomSource.SYSTEM;

        private Builder(List<URI> urls, String database) {
            if (urls.isEmpty()) {
                throw new IllegalArgumentException("a client must know one node at least: urls=" + urls);
            }
            this.urls = urls.stream().map(NodeUrl::checked).distinct().toList();
            this.database = database;
        }

        /** Sets how long a request may take in all, with its retries and waits; default 30 s. */
        public Builder deadline(Duration deadline) {
            this.deadline = positive("deadline", deadline);
            return this;
        }

        /** Sets how long one attempt may take, from its first byte to the reply's last; default 15 s. */
        public Builder attemptTimeout(Duration attemptTimeout) {
            this.attemptTimeout = positive("attemptTimeout", attemptTimeout);
            return this;
        }

        /** Sets how long a connection may take to open; default 5 s. */
        public Builder connectTimeout(Duration connectTimeout) {
            this.connectTimeout = positive("connectTimeout", connectTimeout);
            return this;
        }

        /** Sets the most bytes that a reply may have; default 256 MiB. */
        public Builder replyBytesMax(int bytes) {
            if (bytes < 1 << 10) {
                throw new IllegalArgumentException(
                        "replies must be allowed 1,024 bytes at least: replyBytesMax=" + bytes);
            }
            this.replyBytesMax = bytes;
            return this;
        }

        /**
         * Sets how many further attempts there may be; default a tenth of all requests and a reserve of 10.
         *
         * @param share attempts that each request saves up for later ones, 0 to 1
         * @param reserve the most that is saved up, and what there is at the start, 0 or more
         */
        public Builder retryBudget(double share, int reserve) {
            if (!(share >= 0 && share <= 1) || reserve < 0) {
                throw new IllegalArgumentException("a retry budget must have 0 <= share <= 1 and reserve >= 0: share="
                        + share + ", reserve=" + reserve);
            }
            this.retryShare = share;
            this.retryReserve = reserve;
            return this;
        }

        /** Asks only the nodes given, whatever they say about others. */
        public Builder fixedNodes() {
            this.topologyUpdates = false;
            return this;
        }

        /** Sets whom to trust and which certificate to show; default what the JVM trusts, and none. */
        public Builder tls(SSLContext tls) {
            this.tls = tls;
            return this;
        }

        /** Sets the bearer token that every request carries, to whichever node it goes; default none. */
        public Builder bearerToken(String token) {
            if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                // It is a secret, and no message shows one, not even one that is none.
                throw new IllegalArgumentException(
                        "bearerToken must have printable ASCII characters only, without spaces: give the line that"
                                + " `mintmark access add` printed");
            }
            this.bearerToken = token;
            return this;
        }

        /** Sets where time is read; default {@link Ticker#SYSTEM}. */
        public Builder ticker(Ticker ticker) {
            this.ticker = ticker;
            return this;
        }

        /** Sets how a caller waits; default {@link Sleeper#SYSTEM}. */
        public Builder sleeper(Sleeper sleeper) {
            this.sleeper = sleeper;
            return this;
        }

        /** Sets where the randomness of waits comes from; default {@link RandomSource#SYSTEM}. */
        public Builder random(RandomSource random) {
            this.random = random;
            return this;
        }

        /** Returns the settings. */
        public ClusterSettings build() {
            return new ClusterSettings(this);
        }

        private static Duration positive(String name, Duration duration) {
            if (duration == null || duration.isNegative() || duration.isZero()) {
                throw new IllegalArgumentException(name + " must be positive: " + name + "=" + duration);
            }
            return duration;
        }
    }
}
