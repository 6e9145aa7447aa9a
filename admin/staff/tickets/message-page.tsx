import { Navigate, useParams } from 'react-router';

/** `/compliance/contacts/:id`, where messages of visitors were before they became tickets with the same ids. */
export default function MessagePage() {
  const { id = '' } = useParams();
  return <Navigate to={`/compliance/tickets/${id}`} replace />;
}
