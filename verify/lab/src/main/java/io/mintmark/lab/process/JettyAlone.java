package io.mintmark.lab.process;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;

/** Jetty without the shipped server around it, which answers every request with the bytes of one answer of ours. */
public final class JettyAlone {
    private JettyAlone() {}

    /** One answer, for any request, on the thread that read it. */
    private static final class Constant extends Handler.Abstract {
        private final byte[] body;
        private final HttpFields headers;

        Constant(byte[] body, HttpFields headers) {
            super(InvocationType.NON_BLOCKING);
            this.body = body;
            this.headers = headers;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            response.getHeaders().add(headers);
            response.write(true, ByteBuffer.wrap(body), callback);
            return true;
        }
    }

    /** Runs until the process is told to end; takes the URL of the answer. */
    public static void main(String... args) throws Exception {
        HttpResponse<byte[]> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(args[0])).build(), HttpResponse.BodyHandlers.ofByteArray());
        HttpFields.Mutable headers = HttpFields.build();
        for (Map.Entry<String, List<String>> header : answer.headers().map().entrySet()) {
            header.getValue().forEach(value -> headers.add(header.getKey(), value));
        }
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(configuration()));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Constant(answer.body(), headers));
        server.start();
        System.out.println(ServerProcess.READY + "http://127.0.0.1:" + connector.getLocalPort());
        server.join();
    }

    private static HttpConfiguration configuration() {
        HttpConfiguration plain = new HttpConfiguration();
        plain.setSendServerVersion(false);
        plain.setSendDateHeader(false);
        return plain;
    }
}
