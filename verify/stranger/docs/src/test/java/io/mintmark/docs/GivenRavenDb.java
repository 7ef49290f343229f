package io.mintmark.docs;

import java.util.List;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.session.IDocumentSession;

/** Members of a program that moves here from RavenDB's client, with RavenDB's. */
class GivenRavenDb extends Moved {
    DocumentStore store = Given.absent();
    IDocumentSession session = Given.absent();
    List<User> users = List.of();
}
