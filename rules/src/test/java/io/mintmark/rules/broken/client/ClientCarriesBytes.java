package io.mintmark.rules.broken.client;

import java.net.http.HttpClient;

/** Breaks: what carries bytes is named in one package. */
public final class ClientCarriesBytes {
    final HttpClient forbidden = HttpClient.newHttpClient();
}
