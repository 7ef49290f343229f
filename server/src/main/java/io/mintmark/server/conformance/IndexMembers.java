package io.mintmark.server.conformance;

/** What clients can say of an index. */
public final class IndexMembers {
    /** One definition. */
    public static final Members DEFINITION = Members.body("an index definition")
            .done("Priority")
            .done("Name", "Aggregation", "Maps", "Reduce", "AdditionalSources")
            .done("SourceType", "IndexSourceType", "_indexSourceType")
            .done("OutputReduceToCollection", "ReduceOutputIndex")
            .done("PatternForOutputReduceToCollectionReferences", "PatternReferencesCollectionName")
            .ignored("the text of a definition shows its kind", "Type", "IndexType")
            .ignored("nothing is searched, so no field is prepared for it", "Fields", "CompoundFields")
            .ignored("a database's indexes are all computed where its documents are", "DeploymentMode")
            .ignored("no document is archived", "ArchivedDataProcessingBehavior")
            .ignored("it says what a server says of itself", "State")
            .refused("reset the index, or delete it, instead of changing how it is kept", "LockMode")
            .refused("leave it out: what RavenDB's engine can be told has no meaning here", "Configuration")
            .refused("write in JavaScript what an assembly would be needed for", "AdditionalAssemblies")
            .end();

    /** What {@code indexes} is put with. */
    public static final Members BODY =
            Members.body("a request that puts indexes").done("Indexes").end();

    /** What {@code indexes/set-priority} is asked with. */
    public static final Members PRIORITY =
            Members.body("a priority of indexes").done("Priority", "IndexNames").end();

    /** The query of everything that is asked of indexes. */
    public static final Members QUERY = Members.query("a request to indexes")
            .done("name", "start", "pageSize", "namesOnly")
            .ignored("a change is durable on this node when it is answered", "raft-request-id")
            .refused("name the indexes instead of their kind", "type")
            .refused("an index begins anew beside nothing: leave it out", "asSideBySide")
            .refused("one node computes an index", "nodeTag", "clusterWide", "shardNumber")
            .end();

    private IndexMembers() {}
}
