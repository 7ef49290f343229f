package io.mintmark.client;

import io.mintmark.client.cluster.Cluster;
import io.mintmark.client.cluster.ClusterSettings;
import io.mintmark.client.hilo.RemoteCounter;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.internal.Given;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Describes a counter on a server, for programs that want numbers and nothing else; not thread-safe. */
public final class RemoteRangesBuilder {
    private final ClusterSettings.Builder connection;
    private @Nullable String tag;
    private Optional<IdentityPartsSeparator> separator = Optional.empty();
    private boolean sizedByServer;

    RemoteRangesBuilder(String... urls) {
        this.connection =
                ClusterSettings.builder(urls).deadline(Duration.ofSeconds(10)).attemptTimeout(Duration.ofSeconds(5));
    }

    /** Sets the database that the counter lies in; required. */
    public RemoteRangesBuilder database(String database) {
        connection.database(database);
        return this;
    }

    /** Sets the counter's name, with which ids of its numbers begin, such as {@code orders}; required. */
    public RemoteRangesBuilder tag(String tag) {
        this.tag = Given.name("tag", tag);
        return this;
    }

    /** Sets the separator between tag and number in {@link io.mintmark.range.Range#prefix}; default the database's. */
    public RemoteRangesBuilder separator(IdentityPartsSeparator separator) {
        this.separator = Optional.of(Given.setting("separator", separator));
        return this;
    }

    /** Sets how long a reservation or return may take in all, with its retries; default 10 s. */
    public RemoteRangesBuilder deadline(Duration deadline) {
        connection.deadline(deadline);
        return this;
    }

    /** Sets how long one node may take to answer; default 5 s. */
    public RemoteRangesBuilder attemptTimeout(Duration attemptTimeout) {
        connection.attemptTimeout(attemptTimeout);
        return this;
    }

    /** Sets trusted certificates and the client's own, see {@link Tls}; default those that the JVM trusts, and none. */
    public RemoteRangesBuilder tls(SSLContext tls) {
        connection.tls(tls);
        return this;
    }

    /**
     * Sets the bearer token by which the server knows this program, which has no certificate then; default none. It
     * goes to every node that the server names, and without TLS others can read it on its way.
     */
    public RemoteRangesBuilder bearerToken(String token) {
        connection.bearerToken(token);
        return this;
    }

    /** Lets the server size ranges, as it does for RavenDB's clients; default the generator, by its measured rate. */
    public RemoteRangesBuilder sizedByServer() {
        this.sizedByServer = true;
        return this;
    }

    /** Asks only the URLs given, whatever the server says about other nodes. */
    public RemoteRangesBuilder fixedNodes() {
        connection.fixedNodes();
        return this;
    }

    /** Returns the counter, which connects when the first number is wanted. */
    public RemoteRanges open() {
        if (tag == null) {
            throw new IllegalStateException("A counter needs a tag: call tag(...) before open().");
        }
        Cluster cluster = connection.open("A counter");
        RemoteCounter ranges = sizedByServer
                ? RemoteCounter.sizedByServer(cluster, tag, separator)
                : RemoteCounter.sizedByGenerator(cluster, tag, separator);
        return new RemoteRanges(tag, ranges, cluster::close);
    }
}
