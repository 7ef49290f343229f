package io.mintmark.docs;

import io.mintmark.client.DocumentStore;
import io.mintmark.client.Session;
import java.util.List;

/** Members of a program that moved here from RavenDB's client, with our client. */
class GivenMove extends Moved {
    DocumentStore store = Given.absent();
    Session session = Given.absent();
    List<User> users = List.of();
}
