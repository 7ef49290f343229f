package io.mintmark.client;

import io.mintmark.client.cluster.Cluster;
import io.mintmark.client.cluster.ClusterSettings;
import io.mintmark.internal.Given;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Describes a {@link DocumentStore} before it is opened; not thread-safe. */
public final class DocumentStoreBuilder {
    private final List<URI> urls;
    private @Nullable String database;
    private @Nullable Conventions conventions;
    private @Nullable SSLContext tls;
    private @Nullable String bearerToken;
    private Duration deadline = Duration.ofSeconds(30);
    private Duration attemptTimeout = Duration.ofSeconds(15);
    private boolean fixedNodes;

    DocumentStoreBuilder(String... urls) {
        this.urls = ClusterSettings.urls(urls);
    }

    /** Sets the database; required. */
    public DocumentStoreBuilder database(String name) {
        this.database = Given.name("database", name);
        return this;
    }

    /** Sets the conventions; default those of RavenDB's clients. */
    public DocumentStoreBuilder conventions(Conventions agreed) {
        this.conventions = Given.setting("conventions", agreed);
        return this;
    }

    /** Sets how long a request may take in all, with its retries; default 30 s. */
    public DocumentStoreBuilder deadline(Duration most) {
        this.deadline = Given.positive("deadline", most);
        return this;
    }

    /** Sets how long one node may take to answer; default 15 s. */
    public DocumentStoreBuilder attemptTimeout(Duration most) {
        this.attemptTimeout = Given.positive("attemptTimeout", most);
        return this;
    }

    /** Sets trusted certificates and the client's own, see {@link Tls}; default those that the JVM trusts, and none. */
    public DocumentStoreBuilder tls(SSLContext context) {
        this.tls = Given.setting("tls", context);
        return this;
    }

    /**
     * Sets the bearer token by which the server knows this program, which has no certificate then; default none. It
     * goes to every node that the server names, and without TLS others can read it on its way.
     */
    public DocumentStoreBuilder bearerToken(String token) {
        this.bearerToken = Given.setting("bearerToken", token);
        return this;
    }

    /** Asks only the URLs given, whatever the server says about other nodes. */
    public DocumentStoreBuilder fixedNodes() {
        this.fixedNodes = true;
        return this;
    }

    /** Returns the store, which connects when it is first used. */
    public DocumentStore open() {
        if (database == null) {
            throw new IllegalStateException("A store needs a database: call database(...) before open().");
        }
        ClusterSettings.Builder settings =
                ClusterSettings.builder(urls, database).deadline(deadline).attemptTimeout(attemptTimeout);
        if (tls != null) {
            settings.tls(tls);
        }
        if (bearerToken != null) {
            settings.bearerToken(bearerToken);
        }
        if (fixedNodes) {
            settings.fixedNodes();
        }
        return new DocumentStore(
                Cluster.of(settings.build()), conventions == null ? Conventions.defaults() : conventions);
    }
}
