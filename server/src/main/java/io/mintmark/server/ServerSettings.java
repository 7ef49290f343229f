package io.mintmark.server;

import io.mintmark.document.NodeTag;
import io.mintmark.support.limits.Limits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every setting of a server; immutable, made by {@link #builder(Path)}.
 *
 * <p>Defaults suit one developer's machine: loopback, port 8080, node tag {@code A}.
 *
 * @param dataDirectory the directory that holds all databases, and the access list; one server owns it at a time. With
 *     a {@code store} it holds the access list alone
 * @param host the name or address to listen on
 * @param port the port to listen on; 0 lets the system pick one
 * @param store the engine that holds all databases, if it is not the directory
 * @param nodeTag the tag that this node puts into the ids it makes, unless it takes any
 * @param anyNodeTag whether this node takes the lowest tag of the store that nobody holds
 * @param allowUnauthenticated whether a host that is not loopback is acceptable although no client is authenticated
 * @param publicUrl the URL to tell clients, if it is not the one they used
 * @param allowedHosts the host names, besides loopback and the bound address, that clients may call this server by
 * @param leaseClient whether a lease records the address of the client it was reserved for
 * @param leaseRetention how long a lease is remembered
 * @param leasesMax how many leases a database remembers at most; each counter's latest one is kept beyond that
 * @param rangesAhead whether ranges of a busy counter are cut from numbers that the server reserved ahead
 * @param leaseLog whether those are logged, so that the holder of each number can be found
 * @param limits how large one request may be, and how much of everything the server bears at once
 * @param journalBytes how many bytes of documents the node takes while a {@code store} is not there for it; 0 for none
 * @param witness the file outside of the data directory by which an older copy of the data is known, if there is one
 * @param tls how the server speaks TLS; empty if it speaks plain HTTP
 * @param audit whether the log {@code mintmark.audit} tells who changed what
 * @param auditFile where the program writes this log, for operators to read over HTTP; empty if they do not
 * @param auditNumbers whether it tells of ranges, returns and numbers of identities, too
 * @param auditWrites whether it tells of documents, too
 * @param javascript the directory with the engine for indexes in JavaScript, if it is not on the class path
 * @param backups the backups that the server makes by itself, and the bounds of each
 */
public record ServerSettings(
        Path dataDirectory,
        String host,
        int port,
        Optional<StoreSettings> store,
        NodeTag nodeTag,
        boolean anyNodeTag,
        boolean allowUnauthenticated,
        Optional<URI> publicUrl,
        Set<String> allowedHosts,
        boolean leaseClient,
        Duration leaseRetention,
        int leasesMax,
        boolean rangesAhead,
        boolean leaseLog,
        Limits limits,
        long journalBytes,
        Optional<Path> witness,
        Optional<TlsSettings> tls,
        boolean audit,
        Optional<Path> auditFile,
        boolean auditNumbers,
        boolean auditWrites,
        Optional<Path> javascript,
        BackupSettings backups) {

    /** Checks the port and what leases last; throws {@link IllegalArgumentException} naming the one that cannot be. */
    public ServerSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be 0 to 65535: port=" + port);
        }
        if (leaseRetention.isNegative() || leaseRetention.isZero()) {
            throw new IllegalArgumentException("leaseRetention must be > 0: leaseRetention=" + leaseRetention);
        }
        if (leasesMax < 1) {
            throw new IllegalArgumentException("leasesMax must be > 0: leasesMax=" + leasesMax);
        }
        if (journalBytes < 0) {
            throw new IllegalArgumentException("journalBytes must be >= 0: journalBytes=" + journalBytes);
        }
        allowedHosts = Set.copyOf(allowedHosts);
    }

    /** Starts from the defaults, with the directory that holds (or will hold) all databases. */
    public static Builder builder(Path dataDirectory) {
        return new Builder(dataDirectory);
    }

    /** Collects settings; not thread-safe. */
    public static final class Builder {
        private final Path dataDirectory;
        private String host = "127.0.0.1";
        private int port = 8080;
        private @Nullable StoreSettings store;
        private NodeTag nodeTag = NodeTag.of("A");
        private boolean anyNodeTag;
        private boolean allowUnauthenticated;
        private @Nullable URI publicUrl;
        private Set<String> allowedHosts = Set.of();
        private boolean leaseClient = true;
        private Duration leaseRetention = Duration.ofDays(30);
        private int leasesMax = 1_000_000;
        private boolean rangesAhead = true;
        private boolean leaseLog = true;
        private Limits limits = Limits.DEFAULT;
        private long journalBytes = 256L << 20;
        private @Nullable Path witness;
        private @Nullable TlsSettings tls;
        private boolean audit;
        private @Nullable Path auditFile;
        private boolean auditNumbers;
        private boolean auditWrites;
        private @Nullable Path javascript;
        private BackupSettings backups = BackupSettings.DEFAULT;

        private Builder(Path dataDirectory) {
            this.dataDirectory = dataDirectory;
        }

        /** Sets the name or address to listen on; default {@code 127.0.0.1}. */
        public Builder host(String host) {
            this.host = host;
            return this;
        }

        /** Sets the port to listen on, 0 to 65535, where 0 lets the system pick one; default 8080. */
        public Builder port(int port) {
            this.port = port;
            return this;
        }

        /** Keeps all databases in an engine instead of the directory; default: none. */
        public Builder store(@Nullable StoreSettings store) {
            this.store = store;
            return this;
        }

        /** Sets the tag that this node puts into the ids it makes; default {@code A}. */
        public Builder nodeTag(NodeTag nodeTag) {
            this.nodeTag = nodeTag;
            this.anyNodeTag = false;
            return this;
        }

        /** Takes the lowest tag of the {@link #store} that nobody holds. */
        public Builder anyNodeTag() {
            this.anyNodeTag = true;
            return this;
        }

        /** Accepts a host that is not loopback although no client is authenticated. */
        public Builder allowUnauthenticated(boolean allow) {
            this.allowUnauthenticated = allow;
            return this;
        }

        /** Sets the URL to tell clients; default: the one that each client used. */
        public Builder publicUrl(@Nullable URI publicUrl) {
            this.publicUrl = publicUrl;
            return this;
        }

        /** Sets the host names, besides loopback and the bound address, that clients may call this server by. */
        public Builder allowedHosts(Set<String> allowedHosts) {
            this.allowedHosts = allowedHosts;
            return this;
        }

        /** Chooses whether a lease records its client's address; default yes. */
        public Builder leaseClient(boolean record) {
            this.leaseClient = record;
            return this;
        }

        /** Sets how long a lease is remembered; default 30 days. */
        public Builder leaseRetention(Duration retention) {
            this.leaseRetention = retention;
            return this;
        }

        /** Sets how many leases a database remembers at most; default a million. */
        public Builder leasesMax(int leasesMax) {
            this.leasesMax = leasesMax;
            return this;
        }

        /**
         * Chooses whether the ranges of a counter that is asked for more than five of them a second are cut from
         * numbers that the server reserved ahead, durably; default yes. Otherwise each waits for a commit of its own.
         */
        public Builder rangesAhead(boolean ahead) {
            this.rangesAhead = ahead;
            return this;
        }

        /**
         * Chooses whether ranges that are cut from such numbers are logged, so that the holder of each number can be
         * found; default yes.
         */
        public Builder leaseLog(boolean log) {
            this.leaseLog = log;
            return this;
        }

        /** Sets how large a request may be, and how much the server bears at once; default {@link Limits#DEFAULT}. */
        public Builder limits(Limits limits) {
            this.limits = limits;
            return this;
        }

        /**
         * Sets how many bytes of documents this node takes into a journal in its data directory while the
         * {@link #store} is not there for it, 0 to take none; default 256 MiB. Those are documents whose ids nobody
         * else can make; they go to the store once it is there.
         */
        public Builder journalBytes(long bytes) {
            this.journalBytes = bytes;
            return this;
        }

        /**
         * Names a file outside of the data directory in which the server keeps how far each database had come, so that
         * an older copy of the data is refused until it was raised; default: none, and with a store the file witness in
         * the data directory.
         */
        public Builder witness(@Nullable Path witness) {
            this.witness = witness;
            return this;
        }

        /** Speaks TLS, and nothing else, with that certificate; default: plain HTTP. */
        public Builder tls(@Nullable TlsSettings tls) {
            this.tls = tls;
            return this;
        }

        /**
         * Chooses whether the log {@code mintmark.audit} tells, a line for each request at level info, who signed in,
         * created, deleted, configured or raised what; default no.
         */
        public Builder audit(boolean audit) {
            this.audit = audit;
            return this;
        }

        /**
         * Names the file that the program writes this log to, as lines of text or of JSON, so that operators read it
         * over HTTP; full ones are {@code FILE.1}, {@code FILE.2} and so on, the latest first. Default: none, and the
         * log is read elsewhere.
         */
        public Builder auditFile(@Nullable Path file) {
            this.auditFile = file;
            return this;
        }

        /**
         * Chooses whether it tells of ranges, returns and numbers of identities, too, if it tells anything; default no.
         */
        public Builder auditNumbers(boolean numbers) {
            this.auditNumbers = numbers;
            return this;
        }

        /** Chooses whether it tells of documents, too, if it tells anything; default no. */
        public Builder auditWrites(boolean writes) {
            this.auditWrites = writes;
            return this;
        }

        /**
         * Names the directory with the jars of the engine for indexes in JavaScript; default: none but the class path.
         */
        public Builder javascript(@Nullable Path directory) {
            this.javascript = directory;
            return this;
        }

        /**
         * Sets the backups that the server makes by itself, and the bounds of each; default
         * {@link BackupSettings#DEFAULT}.
         */
        public Builder backups(BackupSettings backups) {
            this.backups = backups;
            return this;
        }

        /**
         * Returns the settings collected so far.
         *
         * @throws IllegalArgumentException naming the one that cannot be
         */
        public ServerSettings build() {
            return new ServerSettings(
                    dataDirectory,
                    host,
                    port,
                    Optional.ofNullable(store),
                    nodeTag,
                    anyNodeTag,
                    allowUnauthenticated,
                    Optional.ofNullable(publicUrl),
                    allowedHosts,
                    leaseClient,
                    leaseRetention,
                    leasesMax,
                    rangesAhead,
                    leaseLog,
                    limits,
                    journalBytes,
                    Optional.ofNullable(witness),
                    Optional.ofNullable(tls),
                    audit,
                    Optional.ofNullable(auditFile),
                    auditNumbers,
                    auditWrites,
                    Optional.ofNullable(javascript),
                    backups);
        }
    }
}
