package io.mintmark.rules.broken.client.json;

import io.mintmark.rules.broken.client.http.Sent;

/** Knows how its bytes travel. */
final class ClientJsonUsesHttp {
    final Class<?> carrier = Sent.class;
}
