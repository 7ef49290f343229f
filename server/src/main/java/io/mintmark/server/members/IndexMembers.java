package io.mintmark.server.members;

/** What clients can say of an index. */
public final class IndexMembers {
    /** One definition. */
    public static final Members DEFINITION = Members.body("an index definition")
            .done("Name", "Aggregation", "Maps", "Reduce", "AdditionalSources", "SourceType")
            .done("OutputReduceToCollection", "ReduceOutputIndex")
            .done("PatternForOutputReduceToCollectionReferences", "PatternReferencesCollectionName")
            .ignored("the text of a definition shows its kind", "Type", "IndexType")
            .ignored("nothing is searched, so no field is prepared for it", "Fields", "CompoundFields")
            .ignored("a database's indexes are all computed where its documents are", "DeploymentMode")
            .ignored("no document is archived", "ArchivedDataProcessingBehavior")
            .refused("reset the index, or delete it, instead of changing how it is kept", "LockMode")
            .refused("leave it out: what RavenDB's engine can be told has no meaning here", "Configuration")
            .refused("write in JavaScript what an assembly would be needed for", "AdditionalAssemblies")
            .end();

    private IndexMembers() {}
}
