package io.mintmark.client;

import io.mintmark.client.cluster.ClusterSettings;
import io.mintmark.internal.Given;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Describes a {@link DocumentStore} before it is opened; not thread-safe. */
public final class DocumentStoreBuilder {
    private final ClusterSettings.Builder connection;
    private @Nullable Conventions conventions;

    DocumentStoreBuilder(String... urls) {
        this.connection = ClusterSettings.builder(urls);
    }

    /** Sets the database; required. */
    public DocumentStoreBuilder database(String name) {
        connection.database(name);
        return this;
    }

    /** Sets the conventions; default those of RavenDB's clients. */
    public DocumentStoreBuilder conventions(Conventions agreed) {
        this.conventions = Given.setting("conventions", agreed);
        return this;
    }

    /** Sets how long a request may take in all, with its retries; default 30 s. */
    public DocumentStoreBuilder deadline(Duration most) {
        connection.deadline(most);
        return this;
    }

    /** Sets how long one node may take to answer; default 15 s. */
    public DocumentStoreBuilder attemptTimeout(Duration most) {
        connection.attemptTimeout(most);
        return this;
    }

    /** Sets trusted certificates and the client's own, see {@link Tls}; default those that the JVM trusts, and none. */
    public DocumentStoreBuilder tls(SSLContext context) {
        connection.tls(context);
        return this;
    }

    /**
     * Sets the bearer token by which the server knows this program, which has no certificate then; default none. It
     * goes to every node that the server names, and without TLS others can read it on its way.
     */
    public DocumentStoreBuilder bearerToken(String token) {
        connection.bearerToken(token);
        return this;
    }

    /** Asks only the URLs given, whatever the server says about other nodes. */
    public DocumentStoreBuilder fixedNodes() {
        connection.fixedNodes();
        return this;
    }

    /** Returns the store, which connects when it is first used. */
    public DocumentStore open() {
        return new DocumentStore(
                connection.open("A store"), conventions == null ? Conventions.defaults() : conventions);
    }
}
