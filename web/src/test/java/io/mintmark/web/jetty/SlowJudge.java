package io.mintmark.web.jetty;

import io.mintmark.web.tls.TestCertificate;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Judges the certificates of clients, and comes to no end before it is closed: a handshake that computes for long. */
final class SlowJudge extends X509ExtendedTrustManager implements AutoCloseable {
    private final Semaphore begun = new Semaphore(0);
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Returns what a server speaks TLS with that shows {@code own}. */
    SSLContext context(TestCertificate own) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own.keyStore(), TestCertificate.PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), new TrustManager[] {this}, null);
        return context;
    }

    /** Waits until there is something to judge. */
    void awaitCase() throws InterruptedException {
        awaitCases(1);
    }

    /** Waits until there are {@code count} more to judge. */
    void awaitCases(int count) throws InterruptedException {
        if (!begun.tryAcquire(count, 10, TimeUnit.SECONDS)) {
            throw new AssertionError("too few clients showed a certificate");
        }
    }

    private void judge() {
        begun.release();
        try {
            if (!closed.await(60, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody closed the judge");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {
        judge();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
        judge();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
        judge();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
        throw new UnsupportedOperationException();
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
