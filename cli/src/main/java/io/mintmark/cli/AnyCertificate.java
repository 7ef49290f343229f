package io.mintmark.cli;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** TLS to whom it may be: for a question whose answer is worth nothing to anybody. */
final class AnyCertificate implements X509TrustManager {
    private AnyCertificate() {}

    /** Returns {@code plain} with TLS over it. */
    static Socket over(Socket plain, String host, int port) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new AnyCertificate()}, null);
        return context.getSocketFactory().createSocket(plain, host, port, true);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
