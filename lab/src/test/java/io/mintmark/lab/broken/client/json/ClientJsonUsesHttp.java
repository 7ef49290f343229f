package io.mintmark.lab.broken.client.json;

import io.mintmark.lab.broken.client.http.Sent;

/** Knows how its bytes travel. */
final class ClientJsonUsesHttp {
    final Class<?> carrier = Sent.class;
}
