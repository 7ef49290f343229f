package io.mintmark.client.cluster;

import io.mintmark.internal.Given;
import io.mintmark.internal.RandomSource;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The settings of a {@link Cluster}; immutable, made by {@link #builder}.
 *
 * @param urls the addresses of the nodes, the preferred first
 * @param database the database that requests are about; empty for requests about whole servers
 * @param deadline how long a request may take in all, with its retries and waits
 * @param attemptTimeout how long one attempt may take, from its first byte to the reply's last
 * @param connectTimeout how long a connection may take to open, which is at most one attempt
 * @param replyBytesMax the most bytes that a reply may have
 * @param retryShare further attempts that each request saves up for later ones
 * @param retryReserve the most further attempts that are saved up, and what there is at the start
 * @param topologyUpdates whether other nodes are asked than those given; requests about whole servers need none
 * @param tls whom to trust and which certificate to show
 * @param bearerToken what every request carries, to whichever node it goes
 * @param ticker where time is read
 * @param sleeper how a caller waits
 * @param random where the randomness of waits comes from
 */
public record ClusterSettings(
        List<URI> urls,
        String database,
        Duration deadline,
        Duration attemptTimeout,
        Duration connectTimeout,
        int replyBytesMax,
        double retryShare,
        int retryReserve,
        boolean topologyUpdates,
        Optional<SSLContext> tls,
        Optional<String> bearerToken,
        Ticker ticker,
        Sleeper sleeper,
        RandomSource random) {

    /**
     * Starts from the defaults, for requests about whole servers.
     *
     * @param urls the addresses of the nodes, such as {@code http://127.0.0.1:8080}; at least one, the preferred first
     */
    public static Builder builder(List<URI> urls) {
        return new Builder(urls);
    }

    /**
     * Starts from the defaults with addresses as a user gives them.
     *
     * @throws IllegalArgumentException if there is none, or if one is not an address of a server
     */
    public static Builder builder(String... urls) {
        return builder(NodeUrl.parse(urls));
    }

    /** Names the database alone: the token is a secret. */
    @Override
    public String toString() {
        return "ClusterSettings(" + database + ")";
    }

    /** Collects settings, and refuses at once what cannot be one; not thread-safe. */
    public static final class Builder {
        private final List<URI> urls;
        private String database = "";
        private Duration deadline = Duration.ofSeconds(30);
        private Duration attemptTimeout = Duration.ofSeconds(15);
        private Duration connectTimeout = Duration.ofSeconds(5);
        private int replyBytesMax = 256 << 20;
        private double retryShare = 0.1;
        private int retryReserve = 10;
        private boolean topologyUpdates = true;
        private Optional<SSLContext> tls = Optional.empty();
        private Optional<String> bearerToken = Optional.empty();
        private Ticker ticker = Ticker.SYSTEM;
        private Sleeper sleeper = Sleeper.SYSTEM;
        private RandomSource random = RandomSource.SYSTEM;

        private Builder(List<URI> urls) {
            if (urls.isEmpty()) {
                throw new IllegalArgumentException("a client must know one node at least: urls=" + urls);
            }
            this.urls = urls.stream().map(NodeUrl::checked).distinct().toList();
        }

        /** Sets the database that requests are about; by default none, and then only the nodes given are asked. */
        public Builder database(String database) {
            this.database = Given.name("database", database);
            return this;
        }

        /** Sets how long a request may take in all, with its retries and waits; default 30 s. */
        public Builder deadline(Duration deadline) {
            this.deadline = Given.countable("deadline", deadline);
            return this;
        }

        /** Sets how long one attempt may take, from its first byte to the reply's last; default 15 s. */
        public Builder attemptTimeout(Duration attemptTimeout) {
            this.attemptTimeout = Given.countable("attemptTimeout", attemptTimeout);
            return this;
        }

        /** Sets how long a connection may take to open; default 5 s, and never more than one attempt. */
        public Builder connectTimeout(Duration connectTimeout) {
            this.connectTimeout = Given.countable("connectTimeout", connectTimeout);
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
            this.tls = Optional.of(Given.setting("tls", tls));
            return this;
        }

        /** Sets the bearer token that every request carries, to whichever node it goes; default none. */
        public Builder bearerToken(String token) {
            String given = Given.setting("bearerToken", token);
            if (given.isEmpty() || !given.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                // It is a secret, and no message shows one, not even one that is none.
                throw new IllegalArgumentException(
                        "bearerToken must have printable ASCII characters only, without spaces: give the line that"
                                + " `mintmark access add` printed");
            }
            this.bearerToken = Optional.of(given);
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
            return new ClusterSettings(
                    urls,
                    database,
                    deadline,
                    attemptTimeout,
                    connectTimeout.compareTo(attemptTimeout) < 0 ? connectTimeout : attemptTimeout,
                    replyBytesMax,
                    retryShare,
                    retryReserve,
                    topologyUpdates && !database.isEmpty(),
                    tls,
                    bearerToken,
                    ticker,
                    sleeper,
                    random);
        }

        /**
         * Returns a cluster with these settings.
         *
         * @throws IllegalStateException if the database is missing; the message says that {@code owner} needs one
         */
        public Cluster open(String owner) {
            if (database.isEmpty()) {
                throw new IllegalStateException(owner + " needs a database: call database(...) before open().");
            }
            return Cluster.of(build());
        }
    }
}
