"""`/api/v1/projects/…/documents/` and `/api/v1/documents/`: documents and their places in the tree."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from omniforge.projects.api.input_serializers import DocumentChanges, DocumentMove, NewDocument, VersionQuery
from omniforge.projects.api.output_serializers import DocumentData, DocumentPage
from omniforge.projects.api.paging import PageQuery, newest, query_of
from omniforge.projects.representation import represent
from omniforge.projects.selectors import find_documents, find_projects, one
from omniforge.projects.services import DocumentService
from omniforge.projects.titles import title_paths
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import checked, validated


class DocumentsView(APIView):
    """The documents of a project."""

    @extend_schema(operation_id="documents_list", parameters=[PageQuery], responses=DocumentPage)
    def get(self, request: Request, project_id: UUID) -> Response:
        """List them without their contents, each with its path, the one that changed last first."""
        access, wanted = access_for(request), query_of(request)
        paths = title_paths(one(find_projects(access).defer("doc_structure"), project_id))
        documents = find_documents(access).filter(project_id=project_id).defer("content")
        page, following = newest(documents, wanted)
        items = [represent(row, without="content") | {"path": paths.get(row.pk, [row.title])} for row in page]
        return Response({"next": following, "results": items})

    @extend_schema(request=NewDocument, responses={201: DocumentData})
    def post(self, request: Request, project_id: UUID) -> Response:
        """Make a document at a place in the tree."""
        fields = validated(NewDocument(data=request.data))
        made = DocumentService(access_for(request)).create(project_id, **fields)
        return Response(represent(made.row), status.HTTP_201_CREATED)


class DocumentView(APIView):
    @extend_schema(responses=DocumentData)
    def get(self, request: Request, document_id: UUID) -> Response:
        """Return the document with its content."""
        return Response(represent(DocumentService(access_for(request)).read(document_id)))

    @extend_schema(request=DocumentChanges, responses=DocumentData)
    def patch(self, request: Request, document_id: UUID) -> Response:
        """Change what is given, and nothing else."""
        fields = validated(DocumentChanges(data=request.data))
        return Response(represent(DocumentService(access_for(request)).update(document_id, **fields).row))

    @extend_schema(parameters=[VersionQuery], responses={204: None})
    def delete(self, request: Request, document_id: UUID) -> Response:
        """Put the document into the trash. Those below it take its place, its links go."""
        query = checked(VersionQuery(data=request.query_params))
        DocumentService(access_for(request)).delete(document_id, **query)
        return Response(status=status.HTTP_204_NO_CONTENT)


class DocumentRestoreView(APIView):
    """A document in the trash."""

    @extend_schema(request=None, responses=DocumentData)
    def post(self, request: Request, document_id: UUID) -> Response:
        """Bring the document back, last at the top of the tree. One that is not deleted stays as it is."""
        return Response(represent(DocumentService(access_for(request)).restore(document_id).row))


class DocumentMoveView(APIView):
    """A document's place."""

    @extend_schema(request=DocumentMove, responses=DocumentData)
    def post(self, request: Request, document_id: UUID) -> Response:
        """Put the document, with all below it, elsewhere in the tree."""
        documents = DocumentService(access_for(request))
        documents.read(document_id)  # 404 takes precedence over errors in the body
        place = validated(DocumentMove(data=request.data))
        return Response(represent(documents.move(document_id, **place).row))
