package io.mintmark.server.jetty;

import io.mintmark.server.admission.RequestResources;
import io.mintmark.server.http.Query;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Request;
import io.mintmark.server.http.Transport;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** One request and its reply while Jetty carries them, with the resources that they were granted. */
abstract class Exchange implements Transport {
    static final byte[] NOTHING = {};

    final JettyHandler handler;
    final org.eclipse.jetty.server.Request raw;
    final Response response;
    final Callback callback;
    final RequestResources resources;

    /** Belongs to {@code raw}; {@code callback} ends it, and gives the {@code resources} back. */
    Exchange(
            JettyHandler handler,
            org.eclipse.jetty.server.Request raw,
            Response response,
            Callback callback,
            RequestResources resources) {
        this.handler = handler;
        this.raw = raw;
        this.response = response;
        this.callback = callback;
        this.resources = resources;
    }

    final Query query() {
        return Query.parse(raw.getHttpURI().getQuery());
    }

    /** Returns the request as far as it is known before its body is read. */
    final Request head() {
        return Request.headOf(this, target());
    }

    /** Sends what the filter makes of {@code reply}; then {@code sent} is called. */
    final void send(Request request, Reply reply, Callback sent) {
        new ReplyWriter(raw, response, sent, resources).write(handler.filtered(request, reply));
    }

    @Override
    public final String method() {
        return raw.getMethod();
    }

    @Override
    public final String target() {
        return RequestHead.target(raw);
    }

    @Override
    public final Optional<String> header(String name) {
        return Optional.ofNullable(raw.getHeaders().get(name));
    }

    @Override
    public final String remoteAddress() {
        return raw.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress remote
                        && remote.getAddress() != null
                ? remote.getAddress().getHostAddress()
                : "";
    }

    @Override
    public final boolean isSecure() {
        return raw.isSecure();
    }

    @Override
    public final Optional<X509Certificate> clientCertificate() {
        return FrontConnection.of(raw).clientCertificate();
    }

    @Override
    public final <T> T ofConnection(Class<T> type, Supplier<? extends T> make) {
        return FrontConnection.of(raw).only(type, make);
    }

    @Override
    public final Object party() {
        return resources.party();
    }

    @Override
    public final void keepInMemory(long bytes) {
        resources.memory().add(bytes);
    }

    @Override
    public final void stepAside() {
        resources.stepAside();
    }
}
